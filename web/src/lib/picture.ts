// A drawn town as a picture to keep: the svg with everything it needs inside, and the same as PNG.

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
  for (const [i, child] of [...from.children].entries()) {
    const twin = to.children[i];
    if (twin) styled(child, twin);
  }
}

/** The pictures of a board: those it offers (data-picture, with a title), else its largest drawing. */
export function picturesOf(board: Element): SVGSVGElement[] {
  const offered = [...board.querySelectorAll<SVGSVGElement>("svg[data-picture]")];
  if (offered.length) return offered;
  const size = (svg: Element): number => svg.getBoundingClientRect().width * svg.getBoundingClientRect().height;
  const all = [...board.querySelectorAll<SVGSVGElement>("svg")].filter((svg) => size(svg) > 10_000);
  return all.sort((a, b) => size(b) - size(a)).slice(0, 1);
}

/** The svg as a file that stands alone: styles, patterns and paper inside. */
export function svgText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  styled(svg, copy);
  const box = svg.viewBox.baseVal?.width ? svg.viewBox.baseVal : svg.getBBox();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(box.width));
  copy.setAttribute("height", String(box.height));
  const defs = document.createElementNS("http://www.w3.org/2000/svg", "defs");
  const needed = new Set<string>();
  const look = (text: string): void => {
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
    look(twin.outerHTML);
  };
  look(copy.outerHTML);
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ x: box.x, y: box.y, width: box.width, height: box.height })) paper.setAttribute(name, String(value));
  paper.setAttribute("fill", getComputedStyle(document.documentElement).getPropertyValue("--card").trim());
  copy.prepend(defs, paper);
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

export function saveSvg(svg: SVGSVGElement, name: string): void {
  save(new Blob([svgText(svg)], { type: "image/svg+xml" }), `${name}.svg`);
}

export async function savePng(svg: SVGSVGElement, name: string, longest = 2000): Promise<void> {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svgText(svg)], { type: "image/svg+xml" }));
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = url;
    });
    const scale = longest / Math.max(image.width, image.height);
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
