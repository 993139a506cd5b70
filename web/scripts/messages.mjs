// Fails if a message is missing in a language, unused, or if a component has words of its own.
// A key counts as used if src/ contains it as a whole string: keys chosen at run time come from tables of strings (see
// lib/bots.ts), they are never glued together. tn("stem") uses stem.one and stem.other.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "svelte/compiler";

const root = new URL("..", import.meta.url).pathname;
const problems = [];
const read = (path) => readFileSync(join(root, path), "utf8");
// messages/en.json belongs to the page, src/games/<name>/messages/en.json to that game's board.
const load = (folder) =>
  Object.fromEntries(readdirSync(join(root, folder)).map((file) => [file.replace(".json", ""), JSON.parse(read(`${folder}/${file}`))]));
const sets = { "": load("messages") };
for (const board of readdirSync(join(root, "src/games"))) {
  const folder = `src/games/${board}/messages`;
  if (existsSync(join(root, folder))) sets[board] = load(folder);
}
const languages = sets[""];
const { en } = languages;

const places = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(" ");
// A singular need not name its number: "Another option".
const plain = (key, text) => (key.endsWith(".one") ? text.replaceAll("{n}", "") : text);
const samePlaces = (key, one, other) => places(plain(key, one)) === places(plain(key, other));
for (const [board, set] of Object.entries(sets)) {
  for (const language of Object.keys(languages)) {
    const messages = set[language] ?? {};
    const name = board ? `${board}/${language}` : language;
    for (const key of Object.keys(set.en)) if (!(key in messages)) problems.push(`${name}: "${key}" is missing`);
    for (const [key, text] of Object.entries(messages)) {
      if (!(key in set.en)) problems.push(`${name}: "${key}" is not in en`);
      else if (!samePlaces(key, text, set.en[key])) problems.push(`${name}: "${key}" has other {places} than in en: ${places(text)}`);
      if (!text.trim()) problems.push(`${name}: "${key}" is empty`);
    }
  }
}

const files = readdirSync(join(root, "src"), { recursive: true })
  .map((file) => `src/${file}`)
  .filter((file) => /\.(svelte|ts)$/.test(file) && !file.endsWith(".d.ts"));
for (const [board, set] of Object.entries(sets)) {
  if (!board) continue;
  const folder = files.filter((file) => file.startsWith(`src/games/${board}/`)).map(read);
  const strings = new Set(folder.flatMap((text) => [...text.matchAll(/"([\w.-]+)"/g)].map(([, key]) => key)));
  for (const key of Object.keys(set.en))
    if (!strings.has(key) && !strings.has(key.replace(/\.(one|other)$/, ""))) problems.push(`${board}: "${key}" is not used`);
  if (folder.some((text) => /\bsay\(\s*`/.test(text) && !text.includes("export function say"))) problems.push(`${board}: a key is glued together; use a table of keys`);
}
const used = new Set();
for (const file of files) {
  const text = read(file);
  for (const [, key] of text.matchAll(/"([\w.-]+)"/g)) if (key in en) used.add(key);
  for (const [, stem] of text.matchAll(/\btn\(\s*"([\w.-]+)"/g)) {
    for (const form of ["one", "other"]) {
      if (!(`${stem}.${form}` in en)) problems.push(`${file}: tn("${stem}") needs "${stem}.${form}"`);
      used.add(`${stem}.${form}`);
    }
  }
  for (const [, key] of text.matchAll(/\bt\(\s*"([\w.-]+)"/g)) if (!(key in en)) problems.push(`${file}: there is no message "${key}"`);
  if (/\bt\(\s*`/.test(text) && !file.endsWith("lib/i18n.svelte.ts")) problems.push(`${file}: a key is glued together; use a table of keys`);
  if (file.endsWith(".svelte")) words(file, text);
}
for (const key of Object.keys(en)) if (!used.has(key)) problems.push(`"${key}" is not used`);

/** Finds words in the markup itself. */
function words(file, text) {
  const spoken = new Set(["aria-label", "title", "placeholder", "alt", "aria-description"]);
  const symbols = /^(ABCDEF)$/; // an example of a code
  const look = (node, attribute) => {
    if (!node || typeof node !== "object") return;
    if (node.type === "Text" && /\p{L}{2}/u.test(node.data) && (attribute === undefined || spoken.has(attribute)) && !symbols.test(node.data.trim())) {
      problems.push(`${file}: "${node.data.trim().slice(0, 60)}" is not in the messages`);
    }
    const name = /Attribute$|Directive$/.test(node.type) ? (node.name ?? "") : attribute;
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) value.forEach((inner) => look(inner, name));
      else if (value && typeof value === "object" && typeof value.type === "string") look(value, name);
    }
  };
  look(parse(text, { modern: true, filename: file }).fragment);
}

if (problems.length) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(`${Object.keys(en).length} messages in ${Object.keys(languages).length} languages, all there and all used`);
