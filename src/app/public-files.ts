import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '../kernel/errors/index.ts'
import { acceptsGzip } from '../platform/http/index.ts'

/** The build embeds dist/public here; in a source tree it exists after a build. */
const folder = Bun.isStandaloneExecutable ? join(import.meta.dir, 'public') : join(import.meta.dir, '../../dist/public')

export interface PublicFile {
  bytes: Uint8Array<ArrayBuffer>
  /** True if the bytes are gzip-compressed: most clients accept gzip, and a second copy would waste space. */
  isPacked: boolean
  mime: string
  etag: string
}

const mimes: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  cjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  ts: 'text/plain; charset=utf-8',
  mts: 'text/plain; charset=utf-8',
  cts: 'text/plain; charset=utf-8',
  sri: 'text/plain; charset=utf-8',
  tgz: 'application/gzip',
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  jpg: 'image/jpeg',
}

const known = new Map<string, Promise<PublicFile | undefined>>()

/** A file below dist/public by name, such as `sdk/svc.js`; undefined if missing. Cached in an executable. */
export function readPublic(name: string): Promise<PublicFile | undefined> {
  if (!/^[\w-]+(\/[\w.-]+)+$/.test(name) || name.includes('..')) return Promise.resolve(undefined)
  const kept = known.get(name)
  if (kept !== undefined) return kept
  const reading = read(name)
  // Not cached in a source tree, where a build may replace it; missing names are never cached, to bound memory.
  if (Bun.isStandaloneExecutable) void reading.then((file) => file !== undefined && known.set(name, reading))
  return reading
}

async function read(name: string): Promise<PublicFile | undefined> {
  const path = join(folder, name)
  const mime = mimes[name.split('.').at(-1) ?? '']
  const isPacked = existsSync(`${path}.gz`)
  if (mime === undefined || !(isPacked || existsSync(path))) return undefined
  const bytes = await Bun.file(isPacked ? `${path}.gz` : path).bytes()
  return { bytes, isPacked, mime, etag: `"${Bun.hash(bytes).toString(36)}"` }
}

/** Serves a file with the given headers. Fails with FILE_NOT_FOUND. */
export async function answerPublic(
  request: Request,
  name: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const { bytes, etag, isPacked, mime } = (await readPublic(name)) ?? fail('FILE_NOT_FOUND')
  const all = { 'content-type': mime, etag, vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff', ...headers }
  if (isPacked && acceptsGzip(request)) return new Response(bytes, { headers: { ...all, 'content-encoding': 'gzip' } })
  return new Response(isPacked ? Bun.gunzipSync(bytes) : bytes, { headers: all })
}
