import type { ReaderDeps } from '../reader.ts'
import type { Warnings } from '../warnings.ts'
import { type ByteSource, type InflateBudget, InputError } from './byte-source.ts'

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b
}

export interface InflateContext {
  readonly deps: ReaderDeps
  readonly budget: InflateBudget
  readonly warnings: Warnings
}

/** Inflates all members of a gzip stream (RFC 1952) one after the other; other bytes behind the last are ignored. */
export async function* gunzip(source: ByteSource, context: InflateContext): AsyncGenerator<Uint8Array, void> {
  const { warnings } = context
  const total = { compressed: 0, inflated: 0 }
  do {
    await skipHeader(source)
    const check = yield* inflateBounded(source, context, total)
    const trailer = await source.take(8)
    const view = new DataView(trailer.buffer, trailer.byteOffset, trailer.byteLength)
    if (trailer.length < 8) warnings.add('archive_truncated', 'The archive is cut off behind its content.')
    else if (view.getUint32(0, true) !== check.crc >>> 0 || view.getUint32(4, true) !== check.bytes >>> 0)
      warnings.add('checksum_mismatch', 'The checksum of the archive does not match its content.')
  } while (isGzip(await source.peek(2)))
  if ((await source.next()) !== undefined)
    warnings.add('trailing_bytes', 'The archive is followed by other bytes, which are ignored.')
}

/** Inflates one DEFLATE stream; returns its CRC-32 and its bytes modulo 2^32. */
export async function* inflateBounded(
  source: ByteSource,
  { budget, deps }: Pick<InflateContext, 'budget' | 'deps'>,
  total = { compressed: 0, inflated: 0 },
): AsyncGenerator<Uint8Array, { crc: number; bytes: number }> {
  let [crc, bytes] = [0, 0]
  const counted = async function* (): AsyncGenerator<Uint8Array, void> {
    for await (const piece of source) {
      total.compressed += piece.length
      yield piece
    }
  }
  const inflating = deps.inflate(counted())
  try {
    for (;;) {
      const step = await inflating.next()
      if (step.done === true) {
        source.unread(step.value)
        total.compressed -= step.value.length
        return { crc, bytes }
      }
      total.inflated += step.value.length
      budget.spend(step.value.length, total)
      crc = deps.crc32(step.value, crc)
      bytes = (bytes + step.value.length) % 2 ** 32
      yield step.value
    }
  } catch (error) {
    if (!(error instanceof Error && error.name === 'InflateError')) throw error
    const isTruncated = 'isTruncated' in error && error.isTruncated === true
    throw new InputError('damaged', isTruncated ? 'The archive is cut off.' : 'The archive is damaged.', isTruncated)
  } finally {
    // The reader may stop early.
    await inflating.return(new Uint8Array())
  }
}

async function skipHeader(source: ByteSource): Promise<void> {
  const header = await source.take(10)
  if (header.length < 10) throw new InputError('damaged', 'The archive is cut off.', true)
  if (header[2] !== 8) throw new InputError('damaged', `The archive is compressed by the unknown method ${header[2]}.`)
  const flags = header[3] ?? 0
  if ((flags & 4) !== 0) {
    const [low = 0, high = 0] = await source.take(2)
    await source.take(low + high * 256)
  }
  // Name and comment end with a zero byte.
  for (const flag of [8, 16]) if ((flags & flag) !== 0) await skipText(source)
  if ((flags & 2) !== 0) await source.take(2)
}

async function skipText(source: ByteSource): Promise<void> {
  for (let piece = await source.next(); piece !== undefined; piece = await source.next()) {
    const end = piece.indexOf(0)
    if (end === -1) continue
    source.unread(piece.subarray(end + 1))
    return
  }
}
