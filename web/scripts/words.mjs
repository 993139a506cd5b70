// Prints every word that the page's sources use as a string, as a key of a table or as a part of a view: [file, word] pairs
// as JSON. tests/test_page.py checks that none of them belongs to a game.

import { readFileSync } from "node:fs";
import { parse } from "svelte/compiler";

const VIEWS = new Set(["view", "player", "fields", "tables"]); // objects that hold a game's own names
const found = [];

for (const file of process.argv.slice(2)) {
  const source = readFileSync(file, "utf8");
  const text = file.endsWith(".ts") ? `<script lang="ts">${source}</script>` : source;
  const views = new Set(VIEWS); // plus the names that this file gives to a player of a view
  const see = (word) => typeof word === "string" && /^[a-z][a-z0-9_-]*$/.test(word) && found.push([file, word]);
  const name = (node) => (node?.type === "ChainExpression" ? name(node.expression) : node?.type === "MemberExpression" ? name(node.property) : node?.name);
  const isTable = ({ properties }) => properties.length > 2 && properties.every((one) => one.type === "Property" && !one.computed && one.value.type === "Literal");
  const held = (pattern) => {
    if (pattern?.type === "Identifier") views.add(pattern.name);
    if (pattern?.type === "ObjectPattern") for (const { key } of pattern.properties) see(key?.name);
  };
  const look = (node) => {
    if (!node || typeof node !== "object") return;
    if (Array.isArray(node)) return node.forEach(look);
    if (node.type === "ImportDeclaration" || node.type === "TSLiteralType") return;
    if (node.type === "Literal") see(node.value);
    if (node.type === "TemplateElement") see(node.value.cooked);
    if (node.type === "ObjectExpression" && isTable(node)) for (const { key } of node.properties) see(key.name ?? key.value);
    if (node.type === "MemberExpression" && !node.computed && views.has(name(node.object))) see(node.property.name);
    if (node.type === "VariableDeclarator" && node.id.type === "ObjectPattern" && views.has(name(node.init))) held(node.id);
    if (node.type === "EachBlock" && name(node.expression) === "players") held(node.context);
    if (node.type === "CallExpression" && name(node.callee?.object) === "players") held(node.arguments[0]?.params?.[0]);
    for (const [key, value] of Object.entries(node)) if (key !== "parent" && key !== "loc") look(value);
  };
  const { instance, module, fragment } = parse(text, { modern: true, filename: file });
  look([instance?.content, module?.content, fragment]);
}
console.log(JSON.stringify(found));
