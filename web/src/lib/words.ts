// Makes an identifier readable if the page has no word for it.

/** "town_hall" is "Town hall". */
export function plain(name: string): string {
  const words = name.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
