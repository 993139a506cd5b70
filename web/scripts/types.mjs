// Writes src/lib/api.d.ts from the server's messages and the views of the games that have a board: `npm run types`.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import openapi, { astToString } from "openapi-typescript";

const root = new URL("..", import.meta.url).pathname;
const own = `${root}../.venv/bin/python`;
const python = process.env.PYTHON ?? (existsSync(own) ? own : "python3");
const boards = readdirSync(`${root}src/games`).filter((name) => name !== "generic");
const document = JSON.parse(execFileSync(python, ["-m", "townwright.server.schema", ...boards], { maxBuffer: 64 << 20 }).toString());
const types = astToString(await openapi(document, { defaultNonNullable: false }));
writeFileSync(`${root}src/lib/api.d.ts`, `// Made from the server by \`npm run types\`. Do not edit.\n\n${types}`);
console.log("src/lib/api.d.ts is written");
