// A boardgame.io server with a game about as large as Copenhagen: a harbour, hidden hands, houses of 45 cells.
// It lists no legal moves and keeps no score sheet, and it keeps its games in memory: that is to its advantage.
const { FlatFile, Server, Origins } = require("boardgame.io/server");

const COLOURS = ["P", "G", "R", "B", "Y"];

const harbour = {
  name: "harbour",
  setup: ({ ctx, random }) => ({
    display: Array.from({ length: 7 }, () => COLOURS[random.Die(5) - 1]),
    players: Object.fromEntries(
      ctx.playOrder.map((seat) => [seat, { hand: ["P", "G"], house: Array(45).fill(".."), abilities: { any: "active" } }]),
    ),
    stacks: Object.fromEntries(COLOURS.flatMap((c) => [2, 3, 4, 5].map((n) => [c + n, 3]))),
    turns: 0,
  }),
  moves: {
    take: ({ G, playerID, random }, at) => {
      const me = G.players[playerID];
      me.hand = [...me.hand, G.display[at], G.display[at + 1]].slice(-7);
      G.display[at] = COLOURS[random.Die(5) - 1];
      G.display[at + 1] = COLOURS[random.Die(5) - 1];
      me.house[G.turns % 45] = G.display[at] + "w";
      G.turns += 1;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  playerView: ({ G, playerID }) => ({
    ...G,
    players: Object.fromEntries(
      Object.entries(G.players).map(([seat, p]) => [seat, seat === playerID ? p : { ...p, hand: p.hand.length }]),
    ),
  }),
};

const [port, folder] = process.argv.slice(2);
const db = folder ? { db: new FlatFile({ dir: folder }) } : {};
const server = Server({ games: [harbour], origins: [Origins.LOCALHOST], ...db });
server.run({ port: Number(port), callback: () => console.log("ready") });
