// Made from the server by `npm run types`. Do not edit.

export interface paths {
    "/api/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Address */
        get: operations["ApiAddressAddress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Games */
        get: operations["ApiGamesGames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{game}/box": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** CheckOwnBox */
        post: operations["ApiGamesBoxCheckOwnBox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{game}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Rules */
        get: operations["ApiGamesRulesRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Me */
        get: operations["ApiMeMe"];
        /** SetMe */
        put: operations["ApiMeSetMe"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Listed */
        get: operations["ApiTablesListed"];
        put?: never;
        /** Make */
        post: operations["ApiTablesMake"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Table */
        get: operations["ApiTablesCodeTable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{code}/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Analysis */
        get: operations["ApiTablesCodeAnalysisAnalysis"];
        put?: never;
        /** Analyse */
        post: operations["ApiTablesCodeAnalysisAnalyse"];
        /** StopAnalysis */
        delete: operations["ApiTablesCodeAnalysisStopAnalysis"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{code}/box": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Box */
        get: operations["ApiTablesCodeBoxBox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{code}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Claim */
        post: operations["ApiTablesCodeClaimClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{code}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Join */
        post: operations["ApiTablesCodeJoinJoin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{code}/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Key */
        post: operations["ApiTablesCodeKeyKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{code}/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Leave */
        post: operations["ApiTablesCodeLeaveLeave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{code}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Record */
        get: operations["ApiTablesCodeRecordRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{code}/rematch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rematch */
        post: operations["ApiTablesCodeRematchRematch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{code}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Replay */
        get: operations["ApiTablesCodeReplayReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{code}/seats/{seat}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** ChangeSeat */
        put: operations["ApiTablesCodeSeatsChangeSeat"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Health */
        get: operations["HealthHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ready */
        get: operations["ReadyReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Address */
        Address: {
            url: string | null;
        };
        /**
         * Advice
         * @description A good move, and what is expected after it.
         */
        Advice: {
            chances: number[];
            move: components["schemas"]["Move"];
            points: number[];
            share: number;
            why: string | null;
        };
        /** AnalysisInfo */
        AnalysisInfo: {
            accuracy: (number | null)[];
            decisions: components["schemas"]["Decision"][];
            done: number;
            /** @enum {string} */
            status: "none" | "running" | "done" | "stopped";
            total: number;
        };
        /**
         * Answer
         * @description The answer to a frame with an id.
         */
        Answer: {
            /** @default null */
            foresight?: components["schemas"]["Foresight"] | null;
            /** @default [] */
            hints?: components["schemas"]["Advice"][];
            id: string;
            /** @default null */
            move?: components["schemas"]["Move"] | null;
            ok: boolean;
            ply: number;
            /** @default null */
            problem?: components["schemas"]["Problem"] | null;
            /** @default null */
            text?: string | null;
            /** @enum {unknown} */
            type: "answer";
        };
        /**
         * Beat
         * @description A sign of life every 20 seconds. If nothing arrives for twice as long, the connection is lost.
         */
        Beat: {
            /** @enum {unknown} */
            type: "beat";
        };
        /** BoxCheck */
        BoxCheck: {
            options?: {
                [key: string]: unknown;
            };
            /** @default false */
            printed?: boolean;
            problems: string[];
        };
        /** BoxInfo */
        BoxInfo: {
            contents: {
                [key: string]: unknown;
            };
            guide: components["schemas"]["Guide"];
        };
        /** Card */
        Card: {
            lines?: (components["schemas"]["Text"] | components["schemas"]["Strip"] | components["schemas"]["Pattern"])[];
            title: string;
        };
        /**
         * Change
         * @description A piece of the view that would change: where it is, its value now and its value then.
         */
        Change: {
            after: unknown;
            before: unknown;
            path: (string | number)[];
        };
        /** ChangeSeat */
        ChangeSeat: {
            /**
             * @default casual
             * @enum {string}
             */
            bot?: "random" | "greedy" | "beginner" | "casual" | "strong" | "expert";
            /** @enum {string} */
            who: "open" | "bot";
        };
        /**
         * Chat
         * @description Lines of chat, oldest first.
         */
        Chat: {
            lines: components["schemas"]["ChatLine"][];
            /** @enum {unknown} */
            type: "chat";
        };
        /** ChatLine */
        ChatLine: {
            at: number;
            n: number;
            name: string;
            seat: number | null;
            text: string;
        };
        /**
         * Consent
         * @description My answer to a player who wants to take back a move.
         */
        Consent: {
            /** @enum {unknown} */
            type: "consent";
            yes: boolean;
        };
        /**
         * Player
         * @description What lies before a player.
         */
        CopenhagenPlayer: {
            abilities?: {
                [key: string]: "active" | "used";
            };
            /** @default null */
            cards?: number | null;
            /** @default null */
            hand?: {
                [key: string]: number;
            } | null;
            /** @default [] */
            house?: string[];
            /** @default {} */
            seen?: {
                [key: string]: number;
            };
            /** @default [] */
            tiles?: string[][];
        };
        /**
         * Supply
         * @description The face-down cards.
         */
        CopenhagenSupply: {
            /** @default null */
            cards?: ("B" | "End" | "G" | "P" | "R" | "Y")[] | null;
            /** @default null */
            colours?: {
                [key: string]: number;
            } | null;
            end_card: boolean;
            left: number;
            /** @default false */
            shuffled?: boolean;
        };
        /**
         * View
         * @description The table as one observer knows it.
         */
        CopenhagenView: {
            /** @default null */
            chosen?: string | null;
            /** @default 0 */
            coats?: number;
            /**
             * @default main
             * @enum {unknown}
             */
            decision?: "after" | "coat" | "discard" | "main" | "pay" | "third";
            /** @default {} */
            discards?: {
                [key: string]: number;
            };
            /** @default null */
            due?: number | null;
            /** @default null */
            harbour?: (("B" | "G" | "P" | "R" | "Y") | null)[] | null;
            /** @default false */
            over?: boolean;
            players: components["schemas"]["CopenhagenPlayer"][];
            /** @default null */
            stacks?: {
                [key: string]: number;
            } | null;
            /** @default null */
            supply?: components["schemas"]["CopenhagenSupply"] | null;
            /** @default 0 */
            turn?: number;
            /** @default null */
            whites?: number | null;
        };
        /**
         * Deal
         * @description How a deal was made: the secret behind the published commitment, and the entropy that each seat added.
         *
         *         Every seat commits to its entropy before any seat reveals its own. Records of earlier versions have no commitments
         *         of seats, and no entropy of bots.
         */
        Deal: {
            commitment: string;
            /** @default [] */
            commitments?: (string | null)[];
            entropy: (string | null)[];
            /** @default null */
            secret?: string | null;
        };
        /** Decision */
        Decision: {
            after: number[];
            best: components["schemas"]["Move"];
            chance: number[];
            loss: number;
            move: components["schemas"]["Move"];
            ply: number;
            points: number[];
            points_after?: number[];
            seat: number;
            turning: boolean;
        };
        /**
         * End
         * @description I propose to end the game, or agree to end it; or I decline, or withdraw my proposal.
         */
        End: {
            /** @enum {unknown} */
            type: "end";
            yes: boolean;
        };
        /**
         * Ending
         * @description A player proposes to end the game.
         */
        Ending: {
            seat: number;
            waiting: number[];
        };
        /** FieldGuide */
        FieldGuide: {
            area?: string | null;
            /** @default false */
            keyed?: boolean;
            label: string;
            name: string;
            /** @enum {string} */
            shape: "area" | "card" | "cards" | "counter" | "counts" | "flag" | "grid" | "hidden" | "pattern" | "rows" | "seat" | "seats" | "sign" | "signs" | "stack" | "strip" | "table" | "text" | "track" | "word" | "words";
            words?: {
                [key: string]: string;
            };
        };
        /**
         * Foresee
         * @description What would this move of mine bring?
         */
        Foresee: {
            code: number;
            id: string;
            /** @enum {unknown} */
            type: "foresee";
        };
        /**
         * Foresight
         * @description What a move would certainly bring.
         */
        Foresight: {
            code: number;
            lines: {
                [key: string]: number;
            }[];
            pieces: components["schemas"]["Change"][];
            points: (number | null)[];
            reveals: boolean;
        };
        FromClient: components["schemas"]["Ready"] | components["schemas"]["Reveal"] | components["schemas"]["Play"] | components["schemas"]["Undo"] | components["schemas"]["Consent"] | components["schemas"]["Why"] | components["schemas"]["Foresee"] | components["schemas"]["Hint"] | components["schemas"]["Say"] | components["schemas"]["SetPace"] | components["schemas"]["SetWait"] | components["schemas"]["Here"] | components["schemas"]["Remind"] | components["schemas"]["StandIn"] | components["schemas"]["End"];
        FromServer: components["schemas"]["TableNews"] | components["schemas"]["Situation"] | components["schemas"]["Answer"] | components["schemas"]["Chat"] | components["schemas"]["People"] | components["schemas"]["Reminded"] | components["schemas"]["UndoAsked"] | components["schemas"]["Trouble"] | components["schemas"]["Beat"];
        /** GameInfo */
        GameInfo: {
            bots: string[];
            name: string;
            options: components["schemas"]["Option"][];
            ready: number;
            seats: [
                number,
                number
            ];
            summary: string;
            title: string;
        };
        /** Guide */
        Guide: {
            areas: {
                [key: string]: components["schemas"]["FieldGuide"][];
            };
            cards: {
                [key: string]: components["schemas"]["Card"];
            };
            kinds: {
                [key: string]: string;
            };
            signs: {
                [key: string]: components["schemas"]["Sign"];
            };
        };
        /** Health */
        Health: {
            ok: boolean;
            problem: string | null;
            ready: string[];
            tables: number;
            version: string;
        };
        /**
         * Here
         * @description I am at the table, so no bot need stand in for me. A page sends it when a key or the mouse is used.
         */
        Here: {
            /** @enum {unknown} */
            type: "here";
        };
        /**
         * Hint
         * @description What would a bot play here?
         */
        Hint: {
            id: string;
            /** @enum {unknown} */
            type: "hint";
        };
        /** Join */
        Join: {
            seat?: number | null;
        };
        /**
         * Line
         * @description One line of a score sheet.
         */
        Line: {
            label: string;
            name: string;
            /** @default [] */
            parts?: components["schemas"]["Part"][];
            points: number;
            /** @default  */
            unseen?: string;
        };
        /**
         * LogLine
         * @description Something that happened: a move, an only move that was played automatically, a move taken back, or the end of the
         *         game by agreement.
         *
         *         A choice that this reader may not know appears as "secret"; once all have chosen, it gets a line of its own.
         */
        LogLine: {
            /** @enum {unknown} */
            kind: "end" | "forced" | "move" | "secret" | "undo";
            move: components["schemas"]["Move"] | null;
            ply: number;
            seat: number;
            text: string;
        };
        /** Me */
        Me: {
            name: string | null;
            tables: components["schemas"]["TableLine"][];
        };
        /**
         * Move
         * @description One move that a seat may play.
         */
        Move: {
            code: number;
            fields: Record<string, never>;
            kind: string;
            text: string;
            words: string;
        };
        /** NewName */
        NewName: {
            name: string;
        };
        /** NewSeat */
        NewSeat: {
            /**
             * @default casual
             * @enum {string}
             */
            bot?: "random" | "greedy" | "beginner" | "casual" | "strong" | "expert";
            /** @enum {string} */
            who: "me" | "open" | "bot";
        };
        /** NewTable */
        NewTable: {
            box?: components["schemas"]["OwnBox"] | null;
            game: string;
            /** @default false */
            listed?: boolean;
            options?: {
                [key: string]: unknown;
            };
            /** @default 0.8 */
            pace?: number;
            seats: components["schemas"]["NewSeat"][];
            /** @default 120 */
            wait?: number;
        };
        /**
         * BonusStack
         * @description A stack of bonus tiles.
         */
        OldLondonBridgeBonusStack: {
            /** @default null */
            kinds?: {
                [key: string]: number;
            } | null;
            /** @default null */
            left?: number | null;
            /** @default null */
            tiles?: ("CH2" | "FREE" | "GT2" | "LADY" | "OCC" | "PLUS" | "REC" | "X")[] | null;
            /** @default null */
            top?: ("CH2" | "FREE" | "GT2" | "LADY" | "OCC" | "PLUS" | "REC" | "X") | null;
        };
        /**
         * Lowest
         * @description The lowest number built in this round.
         */
        OldLondonBridgeLowest: {
            number: number;
            seat: number;
        };
        /**
         * Markers
         * @description The row of turn markers.
         */
        OldLondonBridgeMarkers: {
            /** @default null */
            coming?: number[] | null;
            /** @default null */
            left?: number | null;
            turned: number[];
        };
        /**
         * Player
         * @description What belongs to one player.
         */
        OldLondonBridgePlayer: {
            /** @default [] */
            bridge?: string[];
            /** @default 0 */
            chapel?: number;
            /** @default null */
            chosen?: number[] | null;
            /** @default null */
            fits?: {
                [key: string]: components["schemas"]["OldLondonBridgeSpot"][];
            } | null;
            /** @default {} */
            fresh?: {
                [key: string]: number;
            };
            /** @default 0 */
            gate?: number;
            /** @default null */
            hand?: {
                [key: string]: number;
            } | null;
            /** @default null */
            income?: {
                [key: string]: number;
            } | null;
            /** @default null */
            money?: number | null;
            /** @default null */
            pawn?: ("centre" | "chapel" | "emporium" | "garden" | "gate" | "guild" | "inn") | null;
            /** @default null */
            powers?: {
                [key: string]: number;
            } | null;
            /** @default {} */
            tiles?: {
                [key: string]: number;
            };
        };
        /**
         * Spot
         * @description Where a building may stand, and what it would do there now.
         */
        OldLondonBridgeSpot: {
            /** @default 0 */
            cards?: number;
            /** @default 0 */
            money?: number;
            slots: number[];
            /** @default 0 */
            space?: number;
            /** @default 0 */
            strength?: number;
            /** @default 0 */
            tiles?: number;
        };
        /**
         * Stack
         * @description A stack of buildings.
         */
        OldLondonBridgeStack: {
            /** @default null */
            left?: number | null;
            /** @default null */
            tiles?: string[] | null;
            /** @default null */
            top?: string | null;
        };
        /**
         * Standing
         * @description How the scoring of a colour stands, by seat.
         */
        OldLondonBridgeStanding: {
            counts: number[];
            /** @default null */
            leader?: number | null;
            /** @default [] */
            money?: number[];
            /** @default null */
            places?: number[] | null;
        };
        /**
         * Turn
         * @description A turn of the round: whose, and for which card.
         */
        OldLondonBridgeTurn: {
            /** @default null */
            before?: ("card" | "chapel" | "own") | null;
            /** @default 1 */
            card?: number;
            /** @default 0 */
            plus?: number;
            seat: number;
            /** @default null */
            value?: number | null;
        };
        /**
         * View
         * @description The table as one observer knows it.
         */
        OldLondonBridgeView: {
            /** @default null */
            bonus?: components["schemas"]["OldLondonBridgeBonusStack"][] | null;
            /** @default null */
            chapel_order?: number[] | null;
            /**
             * @default choose
             * @enum {unknown}
             */
            decision?: "after" | "bonus" | "choose" | "inn" | "lady" | "place" | "plus" | "replace";
            /** @default 0 */
            due?: number;
            /** @default null */
            gate_order?: number[] | null;
            /** @default null */
            lowest?: components["schemas"]["OldLondonBridgeLowest"] | null;
            /** @default null */
            markers?: components["schemas"]["OldLondonBridgeMarkers"] | null;
            /** @default 0 */
            offset?: number;
            /** @default null */
            order?: components["schemas"]["OldLondonBridgeTurn"][] | null;
            /** @default false */
            over?: boolean;
            /** @default null */
            pending?: number[] | null;
            /** @default null */
            placed?: boolean | null;
            players: components["schemas"]["OldLondonBridgePlayer"][];
            /** @default [] */
            removed?: number[];
            /** @default null */
            round?: number | null;
            /** @default null */
            scoring?: string[] | null;
            /** @default null */
            spots?: components["schemas"]["OldLondonBridgeSpot"][] | null;
            /** @default {} */
            stacks?: {
                [key: string]: components["schemas"]["OldLondonBridgeStack"];
            };
            /** @default null */
            standings?: components["schemas"]["OldLondonBridgeStanding"][] | null;
            /** @default null */
            supply?: {
                [key: string]: number;
            } | null;
            /** @default null */
            taken?: string | null;
            /** @default null */
            turn?: number | null;
            /** @default {} */
            used?: {
                [key: string]: number;
            };
            /** @default null */
            uses?: {
                [key: string]: ("CH2" | "FREE" | "GT2" | "LADY" | "OCC" | "PLUS" | "REC" | "X")[];
            } | null;
            /** @default null */
            wheel?: {
                [key: string]: number | "X";
            } | null;
        };
        /** Option */
        Option: {
            choices?: {
                [key: string]: string;
            };
            default: unknown;
            /** @enum {string} */
            kind: "switch" | "number" | "choice" | "words";
            least?: number | null;
            most?: number | null;
            name: string;
            text: string;
        };
        /** OwnBox */
        OwnBox: {
            name: string;
            toml: string;
        };
        /**
         * Part
         * @description One item of a sheet's line: what gave the points.
         */
        Part: {
            label: string;
            /** @default [] */
            pieces?: string[];
            points: number;
        };
        /** Pattern */
        Pattern: {
            rows: string[];
            /** @constant */
            type: "pattern";
        };
        /**
         * People
         * @description What people did at the table, oldest first.
         */
        People: {
            lines: components["schemas"]["PeopleLine"][];
            /** @enum {unknown} */
            type: "people";
        };
        /**
         * PeopleLine
         * @description Something that people did at the table, apart from playing. It belongs after the moves up to `ply` in the log.
         */
        PeopleLine: {
            at: number;
            /** @enum {unknown} */
            kind: "back" | "declined" | "freed" | "handed" | "joined" | "left" | "proposed" | "rematch" | "reminded" | "stand_in";
            n: number;
            ply: number;
            seat: number;
            text: string;
        };
        /**
         * Choice
         * @description What a player has chosen, before the choices are shown.
         */
        Pier18Choice: {
            foundation: string;
            plan: string;
        };
        /**
         * Deck
         * @description The face-down cards.
         */
        Pier18Deck: {
            /** @default null */
            cards?: string[] | null;
            left: number;
        };
        /**
         * Goal
         * @description What the goal of a plan measures now. It follows from the rest, so a position may leave it out.
         */
        Pier18Goal: {
            at_most: boolean;
            found: number;
            limit: number;
            met: boolean;
        };
        /**
         * Laid
         * @description A card of a pier.
         */
        Pier18Laid: {
            card: string;
            /** @default 0 */
            overlap?: number;
            /** @default false */
            turned?: boolean;
        };
        /**
         * Player
         * @description What lies before a player.
         */
        Pier18Player: {
            /** @default null */
            choice?: components["schemas"]["Pier18Choice"] | null;
            /** @default false */
            chosen?: boolean;
            /** @default null */
            goal?: components["schemas"]["Pier18Goal"] | null;
            /** @default null */
            hand?: string[] | null;
            /** @default null */
            left?: string | null;
            /** @default [] */
            patrons?: string[];
            /** @default [] */
            pier?: components["schemas"]["Pier18Laid"][];
            /** @default null */
            plan?: string | null;
            /** @default null */
            right?: string | null;
            /** @default null */
            third?: string | null;
        };
        /**
         * Race
         * @description Who would win a card of the offer if it became the patron now. It follows from the rest, too.
         */
        Pier18Race: {
            /** @default null */
            leader?: number | null;
            /** @default false */
            tie?: boolean;
            totals: number[];
        };
        /**
         * View
         * @description The table as one observer knows it.
         */
        Pier18View: {
            /** @default null */
            deck?: components["schemas"]["Pier18Deck"] | null;
            /** @default [] */
            offer?: (string | null)[];
            /** @default false */
            over?: boolean;
            /**
             * @default take
             * @enum {unknown}
             */
            phase?: "choose" | "plan" | "take";
            players: components["schemas"]["Pier18Player"][];
            /** @default [] */
            races?: (components["schemas"]["Pier18Race"] | null)[];
            /** @default null */
            round?: number | null;
            /** @default 0 */
            start?: number;
            /** @default null */
            turn?: number | null;
        };
        /**
         * Play
         * @description A move, chosen at a ply.
         */
        Play: {
            code: number;
            id: string;
            ply: number;
            /** @enum {unknown} */
            type: "play";
        };
        /**
         * Problem
         * @description Why a request was refused.
         */
        Problem: {
            code: string;
            message: string;
        };
        /** Readiness */
        Readiness: {
            problem: string | null;
            ready: boolean;
        };
        /**
         * Ready
         * @description I am here, and promise my part of the deal: the SHA-256 of my entropy.
         */
        Ready: {
            commitment: string;
            /** @enum {unknown} */
            type: "ready";
        };
        /**
         * Remind
         * @description Call a player who is absent; at most once a minute.
         */
        Remind: {
            seat: number;
            /** @enum {unknown} */
            type: "remind";
        };
        /**
         * Reminded
         * @description Another player calls you: it is your turn.
         */
        Reminded: {
            text: string;
            /** @enum {unknown} */
            type: "reminded";
        };
        /** Replay */
        Replay: {
            game: string;
            plies: number;
            readers: string[];
            seats: components["schemas"]["SeatInfo"][];
            situation: components["schemas"]["Situation"];
            title: string;
        };
        /**
         * Reveal
         * @description My part of the deal, now that everyone has promised theirs. The game begins when every person has sent theirs.
         */
        Reveal: {
            entropy: string;
            /** @enum {unknown} */
            type: "reveal";
        };
        /** RulesPage */
        RulesPage: {
            html: string;
        };
        /**
         * Say
         * @description A line of chat.
         */
        Say: {
            text: string;
            /** @enum {unknown} */
            type: "say";
        };
        /**
         * SeatInfo
         * @description A seat of a table, as everybody sees it.
         */
        SeatInfo: {
            /** @default false */
            absent?: boolean;
            /** @default null */
            away?: number | null;
            /** @default null */
            bot?: string | null;
            /** @default false */
            here?: boolean;
            name: string | null;
            /** @default false */
            ready?: boolean;
            seat: number;
            /** @default null */
            stand_in?: string | null;
            /** @enum {unknown} */
            who: "bot" | "open" | "person";
            /** @default 0 */
            wins?: number;
        };
        /** SeatKey */
        SeatKey: {
            key: string;
        };
        /**
         * SetPace
         * @description The owner sets how long bots wait.
         */
        SetPace: {
            pace: number;
            /** @enum {unknown} */
            type: "pace";
        };
        /**
         * SetWait
         * @description The owner sets after how many seconds the others may do something about a player who is away.
         */
        SetWait: {
            /** @enum {unknown} */
            type: "wait";
            wait: number;
        };
        /**
         * Sheet
         * @description The score sheet of one seat.
         */
        Sheet: {
            lines: components["schemas"]["Line"][];
            rank: number;
            seat: number;
            ties: components["schemas"]["Line"][];
            total: number;
        };
        /** Sign */
        Sign: {
            /** @default false */
            building?: boolean;
            glyph?: string | null;
            /** @enum {null|string} */
            piece?: "red" | "yellow" | "green" | "blue" | "purple" | "white" | null;
            /** @default  */
            word?: string;
        };
        /**
         * Situation
         * @description All that a reader may know about a game at one moment, and what has happened since the last situation.
         */
        Situation: {
            log: components["schemas"]["LogLine"][];
            moves: components["schemas"]["Move"][];
            over: boolean;
            pending: number[];
            ply: number;
            prompt: string;
            sheet: components["schemas"]["Sheet"][];
            /** @enum {unknown} */
            type: "situation";
            undo: ("ask" | "free") | null;
            verdict: string | null;
            view: unknown;
        };
        /**
         * StandIn
         * @description Let a bot play for an absent player, until that person is back.
         */
        StandIn: {
            seat: number;
            /** @enum {unknown} */
            type: "stand_in";
        };
        /** Strip */
        Strip: {
            /** @default  */
            label?: string;
            letters: string;
            /** @constant */
            type: "strip";
        };
        /**
         * TableInfo
         * @description A table as one guest sees it.
         */
        TableInfo: {
            /** @default null */
            box?: string | null;
            code: string;
            deal: components["schemas"]["Deal"];
            /** @default false */
            ended?: boolean;
            /** @default null */
            ending?: components["schemas"]["Ending"] | null;
            game: string;
            listed: boolean;
            options: Record<string, never>;
            pace: number;
            /** @default null */
            preparing?: number | null;
            /** @default null */
            rematch?: string | null;
            round: number;
            rules: number;
            seats: components["schemas"]["SeatInfo"][];
            /** @enum {unknown} */
            status: "closed" | "frozen" | "open" | "over" | "playing";
            title: string;
            wait: number;
            /** @default null */
            why_closed?: string | null;
            you: number | null;
            yours: boolean;
        };
        /** TableLine */
        TableLine: {
            at: number;
            code: string;
            game: string;
            seats: components["schemas"]["SeatInfo"][];
            /** @enum {string} */
            status: "open" | "playing" | "over" | "closed" | "frozen";
            title: string;
            you: number | null;
            your_turn: boolean;
        };
        /**
         * TableNews
         * @description The table and who sits there, whenever any of it changes.
         */
        TableNews: {
            table: components["schemas"]["TableInfo"];
            /** @enum {unknown} */
            type: "table";
        };
        /**
         * DayPlace
         * @description A day card of the row and the rings on it.
         */
        TenbyDayPlace: {
            card: string;
            /** @default 0 */
            tokens?: number;
        };
        /**
         * Draw
         * @description A draw of residents: the two cards and which was kept, if known.
         */
        TenbyDraw: {
            /** @default null */
            first?: string | null;
            /** @default null */
            kept?: ("first" | "second") | null;
            seat: number;
            /** @default null */
            second?: string | null;
        };
        /**
         * LyingAccolade
         * @description An accolade that lies open, and whose counter is on it.
         */
        TenbyLyingAccolade: {
            card: string;
            /** @default null */
            counter?: number | null;
        };
        /**
         * Pile
         * @description A deck: how many cards it has, and which, top first, if known.
         */
        TenbyPile: {
            /** @default null */
            cards?: string[] | null;
            /** @default [] */
            discards?: string[];
            left: number;
        };
        /**
         * Player
         * @description What belongs to one player.
         */
        TenbyPlayer: {
            /** @default null */
            accolade?: string | null;
            /** @default null */
            day?: string | null;
            /** @default null */
            held?: number | null;
            /** @default null */
            residents?: string[] | null;
            /** @default 0 */
            rings?: number;
            /** @default null */
            shown?: ("open" | "secret" | "undecided") | null;
            /** @default [] */
            streets?: string[][];
        };
        /**
         * ResidentDeck
         * @description The residents: cards from the bottom up, null where unknown; every draw of the game.
         */
        TenbyResidentDeck: {
            /** @default [] */
            draws?: components["schemas"]["TenbyDraw"][];
            /** @default [] */
            from_bottom?: (string | null)[];
            left: number;
        };
        /**
         * View
         * @description The table as one observer knows it.
         */
        TenbyView: {
            /** @default [] */
            accolades?: components["schemas"]["TenbyLyingAccolade"][];
            /** @default null */
            day_deck?: components["schemas"]["TenbyPile"] | null;
            /** @default [] */
            day_row?: (components["schemas"]["TenbyDayPlace"] | null)[];
            /**
             * @default menu
             * @enum {unknown}
             */
            decision?: "choose" | "declare" | "keep" | "menu" | "mix" | "move" | "place" | "source" | "visitor";
            /** @default {} */
            decks?: {
                [key: string]: components["schemas"]["TenbyPile"];
            };
            /** @default null */
            gained?: string | null;
            /** @default null */
            icon?: ("L" | "P" | "T") | null;
            /** @default {} */
            icons?: {
                [key: string]: number;
            };
            /** @default {} */
            market?: {
                [key: string]: string[];
            };
            /** @default null */
            order?: number[] | null;
            /** @default false */
            over?: boolean;
            /**
             * @default day
             * @enum {unknown}
             */
            phase?: "day" | "night" | "setup" | "visit";
            /** @default {} */
            plain?: {
                [key: string]: number;
            };
            players: components["schemas"]["TenbyPlayer"][];
            /** @default null */
            residents?: components["schemas"]["TenbyResidentDeck"] | null;
            /** @default 1 */
            round?: number;
            /** @default 0 */
            step?: number;
            /** @default null */
            visitors?: components["schemas"]["TenbyVisitors"] | null;
            /** @default null */
            waiting?: number[] | null;
        };
        /**
         * Visitors
         * @description Cards drawn blind in Thanks for Visiting.
         */
        TenbyVisitors: {
            /** @default null */
            cards?: string[] | null;
            piers: number;
            terraces: number;
        };
        /** Text */
        Text: {
            /** @default  */
            about?: string;
            text: string;
            /** @constant */
            type: "text";
        };
        /**
         * Before
         * @description The last that the others saw of a player who has acted since.
         */
        TinyTownsBefore: {
            /** @default 0 */
            cavern?: number;
            /** @default [] */
            town?: string[];
            /** @default [] */
            watch?: ("CH" | "CO" | "FC" | "FD" | "TH" | "TV" | "WL")[];
        };
        /**
         * Player
         * @description What lies before one player.
         */
        TinyTownsPlayer: {
            /** @default null */
            before?: components["schemas"]["TinyTownsBefore"] | null;
            /** @default null */
            cavern?: number | null;
            /** @default null */
            decision?: ("build" | "endow" | "exchange" | "handle" | "keep" | "list" | "mark" | "name" | "pick" | "ready" | "settle" | "swap" | "target") | null;
            /** @default [] */
            due?: ("CH" | "CO" | "FC" | "FD" | "TH" | "TV" | "WL")[];
            /** @default null */
            exchanges?: number | null;
            /** @default null */
            given_back?: string | null;
            /** @default 0 */
            hammers?: number;
            /** @default null */
            holding?: ("B" | "G" | "S" | "W" | "Y") | null;
            /** @default [] */
            made?: ("CH" | "CO" | "FC" | "FD" | "TH" | "TV" | "WL")[];
            /** @default null */
            making?: string | null;
            /** @default [] */
            monuments?: string[];
            /** @default null */
            place?: number | null;
            /** @default [] */
            settled?: ("CH" | "CO" | "FC" | "FD" | "TH" | "TV" | "WL")[];
            /** @default null */
            shrine?: number | null;
            /** @default null */
            spot?: string | null;
            /** @default [] */
            targets?: string[];
            /** @default [] */
            town?: string[];
            /** @default [] */
            watch?: ("CH" | "CO" | "FC" | "FD" | "TH" | "TV" | "WL")[];
        };
        /**
         * View
         * @description The table as one observer knows it.
         */
        TinyTownsView: {
            /** @default [] */
            cards?: string[];
            /** @default null */
            discards?: (("B" | "G" | "S" | "W" | "Y") | null)[] | null;
            /** @default null */
            hammer?: number | null;
            /** @default null */
            named?: ("B" | "G" | "S" | "W" | "Y") | null;
            /** @default null */
            open?: ("B" | "G" | "S" | "W" | "Y")[] | null;
            /** @default false */
            over?: boolean;
            /** @default null */
            pending?: number[] | null;
            /**
             * @default name
             * @enum {unknown}
             */
            phase?: "keep" | "name" | "round" | "watch";
            /** @default null */
            picked?: number | null;
            /** @default null */
            picks?: number | null;
            /** @default null */
            pile?: (("B" | "G" | "S" | "W" | "Y") | null)[] | null;
            players: components["schemas"]["TinyTownsPlayer"][];
            /** @default null */
            rank?: string | null;
            /** @default null */
            rounds?: number | null;
        };
        /**
         * Trouble
         * @description A frame that could not be used.
         */
        Trouble: {
            /** @default null */
            again?: number | null;
            /** @default null */
            id?: string | null;
            problem: components["schemas"]["Problem"];
            /** @enum {unknown} */
            type: "trouble";
        };
        /**
         * Undo
         * @description Take back my last move; ask the others if the game alone does not allow it.
         */
        Undo: {
            id: string;
            /** @enum {unknown} */
            type: "undo";
        };
        /**
         * UndoAsked
         * @description A player wants to take back a move; `seat` is None once that is settled.
         */
        UndoAsked: {
            seat: number | null;
            /** @enum {unknown} */
            type: "asked";
            /** @default [] */
            waiting?: number[];
        };
        /**
         * Why
         * @description Why may I not play this? A code, or words such as "take 1 3".
         */
        Why: {
            id: string;
            move: string | number;
            /** @enum {unknown} */
            type: "why";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    ApiAddressAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Address"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiGamesGames: {
        parameters: {
            query?: {
                language?: "en" | "it";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameInfo"][];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiGamesBoxCheckOwnBox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnBox"];
            };
        };
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoxCheck"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiGamesRulesRules: {
        parameters: {
            query?: {
                language?: "en" | "it";
            };
            header?: never;
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulesPage"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiMeMe: {
        parameters: {
            query?: {
                language?: "en" | "it";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiMeSetMe: {
        parameters: {
            query?: {
                language?: "en" | "it";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewName"];
            };
        };
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiTablesListed: {
        parameters: {
            query?: {
                language?: "en" | "it";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableLine"][];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiTablesMake: {
        parameters: {
            query?: {
                language?: "en" | "it";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTable"];
            };
        };
        responses: {
            /** @description Document created, URL follows */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableInfo"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiTablesCodeTable: {
        parameters: {
            query?: {
                language?: "en" | "it";
            };
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableInfo"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiTablesCodeAnalysisAnalysis: {
        parameters: {
            query?: {
                language?: "en" | "it";
            };
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisInfo"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiTablesCodeAnalysisAnalyse: {
        parameters: {
            query?: {
                language?: "en" | "it";
            };
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Document created, URL follows */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisInfo"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiTablesCodeAnalysisStopAnalysis: {
        parameters: {
            query?: {
                language?: "en" | "it";
            };
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisInfo"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiTablesCodeBoxBox: {
        parameters: {
            query?: {
                language?: "en" | "it";
            };
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoxInfo"];
                };
            };
            /** @description the copy you have is good */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiTablesCodeClaimClaim: {
        parameters: {
            query?: {
                language?: "en" | "it";
            };
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SeatKey"];
            };
        };
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableInfo"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiTablesCodeJoinJoin: {
        parameters: {
            query?: {
                language?: "en" | "it";
            };
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Join"];
            };
        };
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableInfo"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiTablesCodeKeyKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeatKey"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiTablesCodeLeaveLeave: {
        parameters: {
            query?: {
                language?: "en" | "it";
            };
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableInfo"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiTablesCodeRecordRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiTablesCodeRematchRematch: {
        parameters: {
            query?: {
                language?: "en" | "it";
            };
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Document created, URL follows */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableInfo"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiTablesCodeReplayReplay: {
        parameters: {
            query?: {
                ply?: number;
                reader?: string;
                language?: "en" | "it";
            };
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ApiTablesCodeSeatsChangeSeat: {
        parameters: {
            query?: {
                language?: "en" | "it";
            };
            header?: never;
            path: {
                code: string;
                seat: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeSeat"];
            };
        };
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableInfo"];
                };
            };
            /** @description malformed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not yours */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description no such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description a host that this server is not known as */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description too often */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description not at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    HealthHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description something is wrong */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    ReadyReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request fulfilled, document follows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description not yet, or not now */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
}
