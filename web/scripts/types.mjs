// Writes src/lib/api.d.ts from the server's messages: `npm run types`.

import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import openapi, { astToString } from "openapi-typescript";

const root = new URL("..", import.meta.url).pathname;
const own = `${root}../.venv/bin/python`;
const python = process.env.PYTHON ?? (existsSync(own) ? own : "python3");
const document = JSON.parse(execFileSync(python, ["-m", "townwright.server.schema"], { maxBuffer: 64 << 20 }).toString());
const types = astToString(await openapi(document, { defaultNonNullable: false }));
writeFileSync(`${root}src/lib/api.d.ts`, `// Made from the server by \`npm run types\`. Do not edit.\n\n${types}`);
console.log("src/lib/api.d.ts is written");
