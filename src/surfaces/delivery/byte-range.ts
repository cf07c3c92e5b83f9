/** The bytes a Range header requests, end exclusive; `all` when it is to be ignored, `none` when nothing fits it. */
export type ByteRange = { start: number; end: number } | 'all' | 'none'

/**
 * Reads a Range header against a length (RFC 9110 14.1.2). Several ranges at once are ignored, as 14.2 allows: a client
 * then gets the whole.
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
