// Things drawn at random in the browser.

function hex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A name for a request, new every time. */
export const newId = (): string => hex(12);

/** This browser's part of a deal. */
export const newEntropy = (): string => hex(32);
