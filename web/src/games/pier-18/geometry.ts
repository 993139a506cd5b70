// Where things are drawn. A pier runs from the shore out to sea: to the right on a wide screen, up on a tall one.

export const UNIT = 44; // the length of a section
const SHORE = 34; // of the land where a pier begins
const OPEN = 26; // of the sea behind the last section

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The frame of a drawing of some sections, with land before them and sea after them. */
export function frame(wide: boolean, sections: number): Box {
  const length = SHORE + sections * UNIT + OPEN;
  return wide ? { x: -SHORE, y: -62, width: length, height: 126 } : { x: -74, y: SHORE - length, width: 148, height: length };
}

/** The frame of a card alone. */
export function cardFrame(wide: boolean, sections: number): Box {
  const length = sections * UNIT;
  return wide ? { x: -4, y: -56, width: length + 12, height: 114 } : { x: -66, y: -length - 22, width: 132, height: length + 28 };
}

/** The planks of some sections. */
export function deck(wide: boolean, from: number, sections: number): Box {
  return wide ? { x: from * UNIT, y: -30, width: sections * UNIT, height: 74 } : { x: -49, y: -(from + sections) * UNIT, width: 98, height: sections * UNIT };
}

/** Where somebody's feet are: on the left (0) or right (1) of a section, seen from the shore. */
export function feet(wide: boolean, section: number, side: number): { x: number; y: number } {
  return wide ? { x: (section + 0.5) * UNIT, y: side ? 40 : -3 } : { x: side ? 25 : -25, y: -section * UNIT - 3 };
}

/** The spaces of some neighbouring sections on one side. */
export function spaces(wide: boolean, from: number, sections: number, side: number): Box {
  if (wide) return { x: from * UNIT + 2, y: side ? -9 : -53, width: sections * UNIT - 4, height: side ? 52 : 52 };
  return { x: side ? 2 : -50, y: -(from + sections) * UNIT - 6, width: 48, height: sections * UNIT + 2 };
}

/** The seams between the boards. */
export function boards(wide: boolean, from: number, sections: number): string {
  const { x, y, width, height } = deck(wide, from, sections);
  let path = "";
  for (let at = 11; at < sections * UNIT; at += 11) path += wide ? `M${x + at} ${y}v${height}` : `M${x} ${y + at}h${width}`;
  return path;
}

/** The rod of a fisher over the rail, from the feet: rod, line and float. */
export function rod(wide: boolean, side: number): { rod: string; line: string; x: number; y: number } {
  if (wide && side) return { rod: "M9-17 20-28", line: "M20-28q3 20 1 43", x: 21, y: 16 };
  if (wide) return { rod: "M9-18 16-48", line: "M16-48q5 5 4 13", x: 20, y: -34 };
  return side ? { rod: "M9-18 30-36", line: "M30-36q5 9 4 22", x: 34, y: -13 } : { rod: "M-9-18-30-36", line: "M-30-36q-5 9-4 22", x: -34, y: -13 };
}
