// Prints every word that the scripts and expressions of the page's sources use in a string, as the key of a table or as a
// part of a view: [file, word] pairs as JSON. tests/test_page.py checks that none of them belongs to a game.

import { readFileSync } from "node:fs";
import { parse } from "svelte/compiler";

const VIEWS = new Set(["view", "player", "fields", "tables"]); // what holds a game's own names
const GEOMETRY = new Set(["left", "top", "right", "bottom", "width", "height", "x", "y"]); // where something is on the screen
const WRAPPERS = new Set(["ChainExpression", "TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"]);
const MESSAGES = JSON.parse(readFileSync(new URL("../messages/en.json", import.meta.url), "utf8")); // have a test of their own
const found = [];

for (const file of process.argv.slice(2)) {
  const source = readFileSync(file, "utf8");
  const text = file.endsWith(".ts") ? `<script lang="ts">${source}</script>` : source;
  const views = new Set(VIEWS); // and the names that this file gives to a view or to one player of it
  const see = (words) => typeof words === "string" && !(words in MESSAGES) && words.split(/[^A-Za-z0-9_-]+/).forEach((word) => /^[a-z][a-z0-9_-]*$/.test(word) && found.push([file, word]));
  const bare = (node) => (WRAPPERS.has(node?.type) ? bare(node.expression) : node);
  const name = (node) => {
    const { type, name: own, property, computed } = bare(node) ?? {};
    return type === "MemberExpression" ? (computed ? undefined : name(property)) : own;
  };
  const isPlayers = (node) => name(node) === "players";
  const isView = (node) => {
    const plain = bare(node);
    return views.has(name(plain)) || (plain?.type === "MemberExpression" && plain.computed && isPlayers(plain.object));
  };
  const isTable = ({ properties }) => properties.length > 1 && properties.every((one) => one.type === "Property" && !one.computed && !one.shorthand && !one.method && !GEOMETRY.has(one.key.name));
  const held = (pattern) => {
    if (pattern?.type === "Identifier") views.add(pattern.name);
    if (pattern?.type === "ObjectPattern") for (const { key } of pattern.properties) see(key?.name);
  };
  const look = (node) => {
    if (!node || typeof node !== "object") return;
    if (Array.isArray(node)) return node.forEach(look);
    if (node.type === "ImportDeclaration") return;
    if (node.type === "TSTypeReference" && (node.typeName.name === "Pick" || node.typeName.name === "Omit")) return;
    if (node.type === "CallExpression" && name(node.callee) === "querySelector") return look(node.arguments.slice(1));
    if (node.type === "NewExpression") return look(node.arguments.flatMap((one) => (one.type === "ObjectExpression" ? one.properties.map(({ value }) => value) : one)));
    if (node.type === "Attribute" && Array.isArray(node.value) && node.name.startsWith("data-")) see(node.value.map((part) => part.data ?? "").join(" "));
    if (node.type === "Component") for (const { value } of node.attributes) if (Array.isArray(value)) see(value.map((part) => part.data ?? "").join(" "));
    if (node.type === "Literal") see(node.value);
    if (node.type === "TemplateElement") see(node.value.cooked);
    if (node.type === "ObjectExpression" && isTable(node)) for (const { key } of node.properties) see(key.name ?? key.value);
    if (node.type === "MemberExpression" && !node.computed && isView(node.object)) see(node.property.name);
    if (node.type === "VariableDeclarator" && isView(node.init)) held(node.id);
    if (node.type === "ForOfStatement" && isPlayers(node.right)) held(node.left.declarations?.[0].id);
    if (node.type === "EachBlock" && isPlayers(node.expression)) held(node.context);
    if (node.type === "CallExpression" && isPlayers(bare(node.callee)?.object)) held(node.arguments[0]?.params?.[0]);
    for (const [key, value] of Object.entries(node)) if (key !== "parent" && key !== "loc") look(value);
  };
  const { instance, module, fragment } = parse(text, { modern: true, filename: file });
  look([instance?.content, module?.content, fragment]);
}
console.log(JSON.stringify(found));
