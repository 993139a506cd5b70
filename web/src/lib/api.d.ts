// Made from the server by `npm run types`. Do not edit.

export interface components {
  schemas: {
    Option: {
      name: string;
      text: string;
      kind: "switch" | "number" | "choice" | "words";
      default: any;
      choices?: string[];
      least?: number | null;
      most?: number | null;
    };
    GameInfo: {
      name: string;
      title: string;
      summary: string;
      seats: [number, number];
      options: components["schemas"]["Option"][];
      bots: string[];
      ready: number;
    };
    Me: { name: string | null; tables: components["schemas"]["TableLine"][] };
    NewName: { name: string };
    NewSeat: { who: "me" | "open" | "bot"; bot?: string };
    NewTable: {
      game: string;
      seats: components["schemas"]["NewSeat"][];
      options?: { [key: string]: any };
      listed?: boolean;
      pace?: number;
    };
    Join: { seat?: number | null };
    ChangeSeat: { who: "open" | "bot"; bot?: string };
    SeatInfo: {
      seat: number;
      who: "open" | "person" | "bot";
      name: string | null;
      bot?: string | null;
      here?: boolean;
      ready?: boolean;
    };
    TableLine: {
      code: string;
      game: string;
      title: string;
      status: "open" | "playing" | "over" | "closed";
      seats: components["schemas"]["SeatInfo"][];
      you: number | null;
      your_turn: boolean;
      at: number;
    };
    Deal: { commitment: string; entropy: (string | null)[]; secret?: string | null };
    TableInfo: {
      code: string;
      game: string;
      title: string;
      rules: number;
      options: { [key: string]: any };
      tables: { [key: string]: any };
      seats: components["schemas"]["SeatInfo"][];
      status: "open" | "playing" | "over" | "closed";
      why_closed?: string | null;
      you: number | null;
      yours: boolean;
      listed: boolean;
      pace: number;
      deal: components["schemas"]["Deal"];
      rematch?: string | null;
      preparing?: number | null;
    };
    Move: { code: number; kind: string; words: string; text: string; fields: { [key: string]: any } };
    Part: { label: string; points: number };
    Line: { name: string; label: string; points: number; parts: components["schemas"]["Part"][] };
    Sheet: {
      seat: number;
      total: number;
      lines: components["schemas"]["Line"][];
      ties: components["schemas"]["Line"][];
      rank: number;
    };
    LogLine: {
      ply: number;
      seat: number;
      kind: "move" | "undo";
      text: string | null;
      move: components["schemas"]["Move"] | null;
    };
    Situation: {
      type: "situation";
      ply: number;
      pending: number[];
      over: boolean;
      prompt: string;
      view: any;
      moves: components["schemas"]["Move"][];
      sheet: components["schemas"]["Sheet"][];
      undo: "free" | "ask" | null;
      verdict: string | null;
      log: components["schemas"]["LogLine"][];
    };
    Replay: {
      plies: number;
      seats: components["schemas"]["SeatInfo"][];
      title: string;
      game: string;
      tables: { [key: string]: any };
      readers: string[];
      situation: components["schemas"]["Situation"];
    };
    Problem: { code: string; message: string };
    TableNews: { type: "table"; table: components["schemas"]["TableInfo"] };
    Answer: {
      type: "answer";
      id: string;
      ok: boolean;
      ply: number;
      problem?: components["schemas"]["Problem"] | null;
      text?: string | null;
      move?: components["schemas"]["Move"] | null;
    };
    ChatLine: { n: number; seat: number | null; name: string; text: string; at: number };
    Chat: { type: "chat"; lines: components["schemas"]["ChatLine"][] };
    UndoAsked: { type: "asked"; seat: number | null; waiting?: number[] };
    Trouble: { type: "trouble"; problem: components["schemas"]["Problem"] };
  };
}
