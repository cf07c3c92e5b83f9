import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutboundError } from '../outbound-error.ts'
import { Semaphore } from '../semaphore.ts'
import { garbled } from './response-head.ts'

export const acceptedCodings = 'gzip, deflate, br'

const decoders: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Limits concurrency, because several decompression bombs together could exhaust memory. */
const semaphore = new Semaphore(4)

export interface DecompressLimits {
  readonly maxBytes: number
  readonly onTooLarge: 'cut' | 'refuse'
  /** True if the compressed body is truncated. */
  readonly isCut: boolean
}

export interface Inflated {
  readonly body: Uint8Array
  readonly isCut: boolean
}

/**
 * Decodes the content coding and returns at most `maxBytes`: beyond it, the body is cut or refused without further
 * inflating. Throws OutboundError for a coding that was not requested and for a body that is broken.
 */
export function decompress(body: Uint8Array, coding: string, limits: DecompressLimits): Promise<Inflated> {
  const create = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined
  if (create === undefined) throw garbled('used a content coding that was not requested')
  return semaphore.run(() => inflate(body, create(), limits))
}

async function inflate(
  body: Uint8Array,
  decoder: ReturnType<typeof createGunzip>,
  limits: DecompressLimits,
): Promise<Inflated> {
  const { promise, resolve, reject } = Promise.withResolvers<Inflated>()
  const parts: Buffer[] = []
  let room = limits.maxBytes
  decoder.on('data', (part: Buffer) => {
    if (part.length > room && limits.onTooLarge === 'refuse')
      return reject(new OutboundError('too_large', `The response is larger than ${limits.maxBytes} bytes.`))
    parts.push(part.subarray(0, room))
    if (part.length > room) resolve({ body: Buffer.concat(parts), isCut: true })
    room -= Math.min(room, part.length)
  })
  decoder.on('end', () => resolve({ body: Buffer.concat(parts), isCut: limits.isCut }))
  decoder.on('error', () =>
    limits.isCut
      ? resolve({ body: Buffer.concat(parts), isCut: true })
      : reject(garbled('sent a compressed body that is broken')),
  )
  decoder.end(body)
  try {
    return await promise
  } finally {
    decoder.destroy()
  }
}
