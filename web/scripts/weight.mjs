// The compressed size of the built page: what loads at first, and what each board adds. Fails if it is too heavy.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const page = process.env.TOWNWRIGHT_PAGE ?? new URL("../../src/townwright/server/page", import.meta.url).pathname;
const assets = join(page, "assets");
const size = (file) => gzipSync(readFileSync(join(assets, file)), { level: 9 }).length;
const scripts = readdirSync(assets).filter((file) => file.endsWith(".js"));
const text = Object.fromEntries(scripts.map((file) => [file, readFileSync(join(assets, file), "utf8")]));

/** A script and everything it imports before it runs. */
function withImports(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, other] of text[file].matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) withImports(other, seen);
  return seen;
}
const sum = (files) => [...files].reduce((total, file) => total + size(file), 0);
const kb = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;

const html = readFileSync(join(page, "index.html"), "utf8");
const first = html.match(/assets\/(index-[^"]+\.js)/)[1];
const home = withImports(first);
const beforeBoard = home; // the first script holds both home and table
const boards = Object.values(text).flatMap((one) => [...one.matchAll(/games\/([\w-]+)\/Board\.svelte"?:\(\)=>.{0,30}?import\([`"]\.\/([\w.-]+\.js)/g)]);
if (boards.length !== scripts.filter((file) => file.startsWith("Board-")).length) throw new Error("some boards were not found in the scripts");
const MOST = { "pier-18": 60 }; // KB, for a board that must be lighter than the others
console.log(`before a board: ${kb(sum(beforeBoard))}`);
let heavy = sum(beforeBoard) > 100 * 1024;
for (const [, game, board] of boards) {
  const more = sum([...withImports(board)].filter((file) => !beforeBoard.has(file)));
  console.log(`${game}: ${kb(more)} more`);
  heavy ||= more > (MOST[game] ?? 80) * 1024;
}
console.log(`styles: ${kb(sum(readdirSync(assets).filter((file) => file.endsWith(".css"))))}`);
if (heavy) {
  console.error("too heavy: 100 KB before a board, 80 KB more for a board, 60 KB for Pier 18");
  process.exit(1);
}
