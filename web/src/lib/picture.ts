// Saves a drawing as a self-contained SVG file, or as PNG.

const STYLES = [
  "fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "stroke-dasharray", "opacity", "fill-opacity", "stroke-opacity",
  "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "letter-spacing", "visibility", "display", "color", "transform", "transform-origin", "transform-box", "paint-order", "font-variant-numeric",
]; // prettier-ignore

function styled(from: Element, to: Element): void {
  const computed = getComputedStyle(from);
  const text = STYLES.map((name) => [name, computed.getPropertyValue(name)] as const)
    .filter(([name, value]) => value && !(name === "transform" && value === "none"))
    .map(([name, value]) => `${name}:${value.replace(/url\("?[^#")]*#/g, "url(#").replace(/"\)/g, ")")}`)
    .join(";");
  to.setAttribute("style", text);
  to.removeAttribute("class");
  for (const { name, value } of [...to.attributes]) if (value.includes("var(--")) to.removeAttribute(name); // the style has its computed value
  for (const [i, child] of [...from.children].entries()) {
    const twin = to.children[i];
    if (twin) styled(child, twin);
  }
}

/** The drawings of a board: those marked data-picture, otherwise its largest one. */
export function picturesOf(board: Element): SVGSVGElement[] {
  const offered = [...board.querySelectorAll<SVGSVGElement>("svg[data-picture]")];
  if (offered.length) return offered;
  const size = (svg: Element): number => svg.getBoundingClientRect().width * svg.getBoundingClientRect().height;
  const all = [...board.querySelectorAll<SVGSVGElement>("svg")].filter((svg) => size(svg) > 10_000);
  return all.sort((a, b) => size(b) - size(a)).slice(0, 1);
}

/** Font rules with the font files inside, because a saved picture cannot fetch them. */
async function fontRules(texts: SVGTextElement[]): Promise<string> {
  const used = texts.map((text) => text.style.fontFamily).join();
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSFontFaceRule);
  const inlined = rules.map(async (rule) => {
    const [, file] = rule.cssText.match(/url\("?([^")]+)"?\)/) ?? []; // a fallback font has no file
    if (!file || !used.includes(rule.style.getPropertyValue("font-family").replaceAll('"', ""))) return "";
    const font = await (await fetch(new URL(file, rule.parentStyleSheet?.href ?? location.href))).blob();
    return rule.cssText.replace(/url\([^)]*\)/, `url("${await dataUrl(font)}")`);
  });
  return (await Promise.all(inlined)).join("");
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

const make = <K extends keyof SVGElementTagNameMap>(name: K, attributes: Record<string, string | number> = {}, words = ""): SVGElementTagNameMap[K] => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = words;
  return element;
};

/** The words below a picture. */
export interface Caption {
  title: string; // whose it is, with the points
  sheet: string[]; // the lines of the score sheet
  game: string;
}

/** A caption in rows that fit, each with its size; `wide` is how many letters of the largest size fit in a row. */
function rowsOf({ title, sheet, game }: Caption, wide: number): { text: string; scale: number }[] {
  const small: string[] = [];
  for (const line of sheet) {
    const longer = `${small.at(-1)} · ${line}`;
    if (small.length && longer.length * 0.5 < wide) small[small.length - 1] = longer;
    else small.push(line);
  }
  return [{ text: title, scale: 1 }, ...small.map((text) => ({ text, scale: 0.5 })), { text: game, scale: 0.75 }].filter(({ text }) => text);
}

/** The drawing as a self-contained file: styles, patterns, fonts and background inside, and its caption below. */
async function svgText(svg: SVGSVGElement, caption: Caption): Promise<string> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  styled(svg, copy);
  const { x, y, width, height } = svg.viewBox.baseVal?.width ? svg.viewBox.baseVal : svg.getBBox();
  const look = getComputedStyle(document.documentElement);
  const size = Math.min(width / 18, height / 5); // of the letters: small in a long picture
  const rows = rowsOf(caption, width / size / 0.55);
  let end = y + height + 0.1 * size;
  for (const { text: words, scale } of rows) {
    end += (1.15 * scale + 0.2) * size;
    const text = make("text", { x: x + width / 2, y: end, "text-anchor": "middle", "font-size": scale * size, fill: look.getPropertyValue("--ink").trim() }, words);
    text.style.fontFamily = look.getPropertyValue("--serif").trim();
    text.style.fontWeight = scale === 1 ? "650" : "400";
    copy.append(text);
  }
  const whole = end + 0.7 * size - y;
  for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width, height: whole, viewBox: `${x} ${y} ${width} ${whole}` })) copy.setAttribute(name, String(value));
  const defs = make("defs");
  const needed = new Set<string>();
  const search = (text: string): void => {
    for (const [, id] of text.matchAll(/url\(["']?#([\w-]+)["']?\)/g)) add(id!);
    for (const [, id] of text.matchAll(/href="#([\w-]+)"/g)) add(id!);
  };
  const add = (id: string): void => {
    if (needed.has(id) || copy.querySelector(`[id="${CSS.escape(id)}"]`)) return;
    needed.add(id);
    const from = document.getElementById(id);
    if (!from) return;
    const twin = from.cloneNode(true) as Element;
    styled(from, twin);
    defs.append(twin);
    search(twin.outerHTML);
  };
  search(copy.outerHTML);
  defs.append(make("style", {}, await fontRules([...copy.querySelectorAll("text")])));
  copy.prepend(defs, make("rect", { x, y, width, height: whole, fill: look.getPropertyValue("--card").trim() }));
  return new XMLSerializer().serializeToString(copy);
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const svgBlob = async (svg: SVGSVGElement, caption: Caption): Promise<Blob> => new Blob([await svgText(svg, caption)], { type: "image/svg+xml" });

export async function saveSvg(svg: SVGSVGElement, name: string, caption: Caption): Promise<void> {
  save(await svgBlob(svg, caption), `${name}.svg`);
}

/** As PNG, 2000 pixels long; a long and low drawing is larger, so that it can be read. */
export async function savePng(svg: SVGSVGElement, name: string, caption: Caption): Promise<void> {
  const image = new Image();
  const url = URL.createObjectURL(await svgBlob(svg, caption));
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = url;
    });
    const [short, long] = [Math.min(image.width, image.height), Math.max(image.width, image.height)];
    const scale = Math.max(2000 / long, Math.min(640 / short, 8000 / long));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob) save(blob, `${name}.png`);
  } finally {
    URL.revokeObjectURL(url);
  }
}
