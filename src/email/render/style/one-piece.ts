/**
 * Flattens a string that is reused many times; it must not begin or end with white space. Engines store concatenated
 * strings as ropes, and traverse them at every use.
 */
export function inOnePiece(text: string): string {
  // Forces flattening without changing the text; engines optimize away cheaper reads, such as that of one character.
  return text.trim()
}

/** Maximum cached strings per kind. */
const max = 500

/** Caches the string of a number: emails repeat the same few sizes and heights. */
export function writtenOnce(write: (value: number) => string): (value: number) => string {
  const known = new Map<number, string>()
  return (value) => {
    const before = known.get(value)
    if (before !== undefined) return before
    if (known.size >= max) known.clear()
    const written = inOnePiece(write(value))
    known.set(value, written)
    return written
  }
}
