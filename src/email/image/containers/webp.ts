import { Bytes, Damaged, cutOff } from './damaged.ts'

/** A chunk of a RIFF container (RFC 9649 2.3); `end` is after its padding. */
export interface WebpChunk {
  type: string
  start: number
  from: number
  to: number
  end: number
}

/** Bytes after the container are ignored. Throws Damaged. */
export function* webpChunks(bytes: Uint8Array): Generator<WebpChunk> {
  const file = new Bytes(bytes, 'WebP')
  const whole = file.u32le(4) + 8
  if (whole > file.length) cutOff('WebP')
  if (whole < 20) throw new Damaged('The WebP contains no image.')
  let at = 12
  while (at < whole) {
    const length = file.u32le(at + 4)
    const to = at + 8 + length
    if (to > whole) throw new Damaged('The WebP has a chunk that is longer than the file.')
    const end = Math.min(to + (length & 1), whole)
    yield { type: file.text(at, 4), start: at, from: at + 8, to, end }
    at = end
  }
}
