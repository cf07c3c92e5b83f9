/**
 * A text that neither begins nor ends with white space, in one piece: for what is written once and used again and again. The
 * engine keeps joined text in the pieces that it was made of until someone reads it, and walks through them at every use.
 */
export function inOnePiece(text: string): string {
  // Reads without changing anything. What is read in vain, such as one character, the engine leaves out.
  return text.trim()
}

/** More written forms than this of one kind are not kept. */
const max = 500

/** The written form of a number, kept in one piece: emails say the same few sizes and heights again and again. */
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
