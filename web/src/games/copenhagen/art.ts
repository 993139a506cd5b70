// The colours of the drawings. They are here and not in CSS, so that the saved picture of a house has them too.

export interface Paint {
  face: string;
  shade: string;
  light: string;
  ink: string;
}

export const OUTLINE = "#23303d";
export const GLASS = "#cfe4ea";

export const PAINTS: Record<string, Paint> = {
  R: { face: "#d9503f", shade: "#b23a2b", light: "#ea8473", ink: "#4f140c" },
  Y: { face: "#efb93a", shade: "#cf931c", light: "#f7d57f", ink: "#4a3200" },
  G: { face: "#55a173", shade: "#397d55", light: "#86c29c", ink: "#0f3521" },
  B: { face: "#4a8bc0", shade: "#336c9c", light: "#83b4db", ink: "#0d2c47" },
  P: { face: "#9870b5", shade: "#754f93", light: "#bb9dd1", ink: "#301844" },
  W: { face: "#fbf5e8", shade: "#ddd0b6", light: "#ffffff", ink: "#4b4234" },
};

/** The panes of each colour's window, on a cell of 60 by 60. */
export const PANES: Record<string, string> = {
  P: "M21 48V25.5a9 9 0 0 1 18 0V48z",
  G: "M17 15h26v26h-26z",
  R: "M20 15h20v32h-20z",
  B: "M18 20h24v28h-24z",
  Y: "M20 53V26q10-7.5 20 0v27z",
  W: "M14 19h9v28h-9zM26 19h8v28h-8zM37 19h9v28h-9z",
};

/** Roofs tell the players apart, in the colours of their marks: slate, terracotta, thatch, verdigris. */
export const ROOFS = [
  { face: "#7690ad", shade: "#54708f" },
  { face: "#c9785a", shade: "#a1573d" },
  { face: "#cfab62", shade: "#a3823f" },
  { face: "#69a99a", shade: "#478577" },
] as const;

export const DARK = "#4d6078"; // nobody at home
const LAMPS = ["#ffd987", "#ffcf6b", "#ffe3a3", "#ffc65c"] as const;

/** The light behind a window in the evening: most are lit, each a little different, but always the same. */
export function evening(x: number, y: number): string {
  const n = (x * 7 + y * 13 + x * y * 3) % 11;
  return n === 4 || n === 9 ? DARK : LAMPS[n % LAMPS.length]!;
}
