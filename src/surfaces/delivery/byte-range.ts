/** `end` is exclusive; `all` if the header is ignored, `none` if the range is not satisfiable. */
export type ByteRange = { start: number; end: number } | 'all' | 'none'

/**
 * Parses a Range header (RFC 9110 14.1.2). Several ranges are ignored, as 14.2 allows: the response is then the whole file.
 */
export function readRange(header: string | null, length: number): ByteRange {
  const match = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '')
  if (!match) return 'all'
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return 'all'
  if (first === '') {
    const count = Math.min(Number(last), length)
    return count === 0 ? 'none' : { start: length - count, end: length }
  }
  const start = Number(first)
  const end = last === '' ? length : Math.min(Number(last) + 1, length)
  if (last !== '' && Number(last) < start) return 'all'
  return start >= length ? 'none' : { start, end }
}
