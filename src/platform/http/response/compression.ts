/** Compresses responses by Accept-Encoding. docs/api.md lists which are compressed. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { limits } from '../../../kernel/limits.ts'
import type { DraftHeaders } from '../draft.ts'

export type Coding = 'br' | 'gzip'

/**
 * The content coding that Accept-Encoding prefers among those offered, by weight and then by their order; undefined if the
 * response is not compressed (RFC 9110 12.5.3).
 */
export function codingFor(header: string | null, offered: readonly Coding[]): Coding | undefined {
  if (header === null) return undefined
  const weights = new Map<string, number>()
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((text) => text.startsWith('q='))
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  let best: Coding | undefined
  for (const coding of offered) if (weightOf(coding) > (best === undefined ? 0 : weightOf(best))) best = coding
  // No compression if the client weights identity higher.
  return best !== undefined && (weights.get('identity') ?? 0) > weightOf(best) ? undefined : best
}

export function acceptsGzip(request: Request): boolean {
  return codingFor(request.headers.get('accept-encoding'), ['gzip']) !== undefined
}

const textType =
  /^(?:text\/(?!event-stream)|application\/(?:json|[\w.-]+\+json|javascript|xml|[\w.-]+\+xml)|image\/svg)/

/** True if a response with these headers is text, which compression makes smaller. */
export function isCompressible(headers: DraftHeaders): boolean {
  return headers['content-encoding'] === undefined && textType.test(String(headers['content-type'] ?? ''))
}

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

/** Compresses text for one response: with a fast level, and in a thread if it is long. */
export function compressFast(text: string, coding: Coding): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
  if (coding === 'gzip' && text.length <= limits.compressInlineLength) return Bun.gzipSync(text, { level: 1 })
  return compressInThread(text, coding, { gzip: 1, br: 3 })
}

/** Compresses text once for many responses, with the best level. */
export function compressBest(text: string | Uint8Array, coding: Coding): Promise<Uint8Array<ArrayBuffer>> {
  return compressInThread(text, coding, { gzip: 9, br: 7 })
}

async function compressInThread(text: string | Uint8Array, coding: Coding, quality: Record<Coding, number>) {
  if (coding === 'gzip') return new Uint8Array(await gzipAsync(text, { level: quality.gzip }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality.br }
  return new Uint8Array(await brotliAsync(text, { params }))
}

/** Adds Accept-Encoding to Vary. */
export function varyByCoding(headers: DraftHeaders): void {
  const vary = headers['vary']
  if (vary === undefined) headers['vary'] = 'Accept-Encoding'
  else if (!/accept-encoding/i.test(String(vary))) headers['vary'] = `${vary}, Accept-Encoding`
}
