import { crc32 } from './crc32.ts'
import { fileName, freeName } from './file-names.ts'

export interface ZipFile {
  /** Path in the archive, separated by `/`. */
  name: string
  content: Uint8Array | string
}

// Already compressed: deflating again costs time and saves nothing.
const isCompressed = /\.(png|jpe?g|gif|webp|avif|zip|gz|woff2?|pdf)$/i
const encoder = new TextEncoder()

interface Entry {
  name: Uint8Array
  method: number
  crc: number
  packed: number
  size: number
  offset: number
}

/**
 * Streams an archive (PKWARE APPNOTE 4.3) with one file in memory at a time; the same files give the same bytes. Path
 * segments are sanitized, so that no entry is extracted outside the target folder, and a name that is taken (ignoring
 * case) gets a number. Throws a RangeError beyond 65,535 files or 4 GiB.
 */
export async function* packZip(
  files: AsyncIterable<ZipFile> | Iterable<ZipFile>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const taken = new Set<string>()
  const entries: Entry[] = []
  let offset = 0
  for await (const { name, content } of files) {
    const path = freeName(safePath(name), taken)
    const bytes = typeof content === 'string' ? encoder.encode(content) : content
    const deflated = isCompressed.test(path) ? bytes : await deflate(bytes)
    const isStored = deflated.length >= bytes.length
    const body = isStored ? bytes : deflated
    const entry = {
      name: encoder.encode(path),
      method: isStored ? 0 : 8,
      crc: crc32(bytes),
      packed: body.length,
      size: bytes.length,
      offset,
    }
    entries.push(entry)
    const head = localHeader(entry)
    offset += head.length + body.length
    if (entries.length > 65_535 || offset > 0xffff_ffff) throw new RangeError('The archive is too large.')
    yield head
    if (body.length > 0) yield body as Uint8Array<ArrayBuffer>
  }
  yield* directory(entries, offset)
}

async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream()
  return new Uint8Array(await new Response(source.pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer())
}

const utf8Names = 0x0800
// The earliest DOS date (1980-01-01), so that the same files give the same archive.
const firstDay = 0x0021

function localHeader(entry: Entry): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(30 + entry.name.length)
  const view = new DataView(head.buffer)
  view.setUint32(0, 0x04034b50, true)
  writeCommon(view, 4, entry)
  head.set(entry.name, 30)
  return head
}

function directory(entries: readonly Entry[], start: number): Uint8Array<ArrayBuffer>[] {
  const headers = entries.map((entry) => {
    const header = new Uint8Array(46 + entry.name.length)
    const view = new DataView(header.buffer)
    view.setUint32(0, 0x02014b50, true)
    // Made by DOS, so that readers apply no Unix file attributes.
    view.setUint16(4, 20, true)
    writeCommon(view, 6, entry)
    view.setUint32(42, entry.offset, true)
    header.set(entry.name, 46)
    return header
  })
  const size = headers.reduce((sum, header) => sum + header.length, 0)
  const end = new Uint8Array(22)
  const view = new DataView(end.buffer)
  view.setUint32(0, 0x06054b50, true)
  view.setUint16(8, entries.length, true)
  view.setUint16(10, entries.length, true)
  view.setUint32(12, size, true)
  view.setUint32(16, start, true)
  return [...headers, end]
}

// The fields that both headers share, from the version needed to the lengths.
function writeCommon(view: DataView, at: number, { crc, method, name, packed, size }: Entry): void {
  view.setUint16(at, 20, true)
  view.setUint16(at + 2, utf8Names, true)
  view.setUint16(at + 4, method, true)
  view.setUint16(at + 8, firstDay, true)
  view.setUint32(at + 10, crc, true)
  view.setUint32(at + 14, packed, true)
  view.setUint32(at + 18, size, true)
  view.setUint16(at + 22, name.length, true)
}

function safePath(name: string): string {
  const steps = name.split(/[/\\]/).filter((step) => step !== '' && step !== '.' && step !== '..')
  return steps.length === 0 ? 'file' : steps.map((step) => safeStep(step)).join('/')
}

function safeStep(step: string): string {
  const dot = step.lastIndexOf('.')
  const extension = dot > 0 ? step.slice(dot + 1) : ''
  return /^[A-Za-z0-9]{1,10}$/.test(extension)
    ? fileName(step.slice(0, dot), extension, 'file')
    : fileName(step, '', 'file')
}
