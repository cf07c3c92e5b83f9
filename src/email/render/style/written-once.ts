import { inOnePiece } from './one-piece.ts'

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
