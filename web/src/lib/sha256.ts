// SHA-256, because crypto.subtle is missing on a page that was not loaded over HTTPS (a table on the local network).

const K = Array.from({ length: 311 }, (_, n) => n + 2)
  .filter((n) => Array.from({ length: n - 2 }, (_, d) => d + 2).every((d) => n % d))
  .map((prime) => fraction(Math.cbrt(prime)));
const START = [2, 3, 5, 7, 11, 13, 17, 19].map((prime) => fraction(Math.sqrt(prime)));

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The hash of some bytes, in hex. */
export function sha256(bytes: Uint8Array): string {
  const size = Math.ceil((bytes.length + 9) / 64) * 64;
  const view = new DataView(new ArrayBuffer(size));
  bytes.forEach((byte, n) => view.setUint8(n, byte));
  view.setUint8(bytes.length, 0x80);
  view.setUint32(size - 4, bytes.length * 8);
  const hash = [...START];
  const words = new Int32Array(64);
  for (let at = 0; at < size; at += 64) {
    for (let n = 0; n < 64; n++) {
      if (n < 16) words[n] = view.getInt32(at + 4 * n);
      else {
        const [a, b] = [words[n - 15]!, words[n - 2]!];
        const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
        const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
        words[n] = words[n - 16]! + s0 + words[n - 7]! + s1;
      }
    }
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
    for (let n = 0; n < 64; n++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + K[n]! + words[n]!) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, n) => (hash[n] = (hash[n]! + word) | 0));
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The hash of a text, in hex. */
export const hashed = (text: string): string => sha256(new TextEncoder().encode(text));
