import { limits } from '../../../kernel/limits.ts'
import { ByteSource, InputError, inPieces } from './byte-source.ts'
import { type InflateContext, inflateBounded } from './gunzip.ts'

export function isZip([first, second, third, fourth]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6))
}

/** A file in an archive. */
export interface ZipEntry {
  /** As written in the archive; never a path. */
  readonly name: string
  readonly method: number
  readonly isEncrypted: boolean
  readonly crc: number
  /** The compressed content, possibly followed by other bytes. */
  readonly content: Uint8Array
}

/** Files by the central directory, otherwise by their local headers; at most 21, without folders and resource forks. */
export function listEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const listed = readDirectory(view)
  return listed.length > 0 ? listed : walkEntries(view)
}

/** The content of a file in pieces; throws an InputError. */
export async function* readEntry(entry: ZipEntry, context: InflateContext): AsyncGenerator<Uint8Array, void> {
  if (entry.isEncrypted) throw new InputError('encrypted', 'The archive is protected by a password.')
  if (entry.method === 0) {
    yield* inPieces(entry.content)
    return
  }
  if (entry.method !== 8)
    throw new InputError('damaged', `The archive is compressed by the unknown method ${entry.method}.`)
  const { crc } = yield* inflateBounded(new ByteSource(inPieces(entry.content)), context)
  if (entry.crc !== 0 && crc >>> 0 !== entry.crc)
    context.warnings.add('checksum_mismatch', 'The checksum of the archive does not match its content.')
}

const [localMark, directoryMark, endMark] = [0x04034b50, 0x02014b50, 0x06054b50]
/** Size and offset in the extra field of ZIP64. */
const isElsewhere = 0xffffffff
const maxComment = 65_535

function readDirectory(view: DataView): ZipEntry[] {
  const end = findEnd(view)
  if (end === undefined) return []
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  while (at + 46 <= view.byteLength && view.getUint32(at, true) === directoryMark) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
    const name = nameAt(view, at + 46, nameLength ?? 0)
    const start = contentStart(view, view.getUint32(at + 42, true))
    const size = view.getUint32(at + 20, true)
    if (start !== undefined && isFile(name)) {
      entries.push({
        name,
        method: view.getUint16(at + 10, true),
        isEncrypted: (view.getUint16(at + 8, true) & 1) !== 0,
        crc: view.getUint32(at + 16, true),
        content: bytesOf(view, start, size === isElsewhere ? view.byteLength : start + size),
      })
      if (entries.length > limits.reportEntries) break
    }
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return entries
}

/** For archives that are cut off, or have other bytes before them: content follows each local header. */
function walkEntries(view: DataView): ZipEntry[] {
  const entries: ZipEntry[] = []
  for (let at = 0; at + 30 <= view.byteLength;) {
    const start = view.getUint32(at, true) === localMark ? contentStart(view, at) : undefined
    if (start === undefined) {
      at++
      continue
    }
    const name = nameAt(view, at + 30, view.getUint16(at + 26, true))
    const size = view.getUint32(at + 18, true)
    const isSized = size > 0 && size !== isElsewhere
    if (isFile(name)) {
      entries.push({
        name,
        method: view.getUint16(at + 8, true),
        isEncrypted: (view.getUint16(at + 6, true) & 1) !== 0,
        crc: view.getUint32(at + 14, true),
        content: bytesOf(view, start, isSized ? start + size : view.byteLength),
      })
      if (entries.length > limits.reportEntries) break
    }
    at = start + (isSized ? size : 0)
  }
  return entries
}

function findEnd(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - 22 - maxComment)
  for (let at = view.byteLength - 22; at >= first; at--) if (view.getUint32(at, true) === endMark) return at
  return undefined
}

function contentStart(view: DataView, header: number): number | undefined {
  if (header + 30 > view.byteLength || view.getUint32(header, true) !== localMark) return undefined
  const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
  return start <= view.byteLength ? start : undefined
}

function isFile(name: string): boolean {
  return !name.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/.test(name)
}

function nameAt(view: DataView, at: number, length: number): string {
  return new TextDecoder().decode(bytesOf(view, at, at + length)).slice(0, 300)
}

function bytesOf(view: DataView, from: number, to: number): Uint8Array {
  const end = Math.min(to, view.byteLength)
  return new Uint8Array(view.buffer, view.byteOffset + Math.min(from, end), Math.max(0, end - from))
}
