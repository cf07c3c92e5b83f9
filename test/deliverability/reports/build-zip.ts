/** Writes ZIP archives with deviations that the archiver of the product never produces. */
import { deflateRawSync } from 'node:zlib'

export interface ZipFile {
  name: string
  content: Uint8Array
  isStored?: boolean
  isEncrypted?: boolean
  method?: number
}

export interface ZipOptions {
  /** Sizes and checksum follow the content, as written by programs that stream. */
  isStreamed?: boolean
  /** Ends before the central directory. */
  isCutOff?: boolean
}

export function buildZip(
  files: readonly ZipFile[],
  { isCutOff = false, isStreamed = false }: ZipOptions = {},
): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { content, isEncrypted, isStored, method, name } of files) {
    const data = isStored === true ? Buffer.from(content) : deflateRawSync(content)
    const crc = Bun.hash.crc32(content)
    const flags = (isEncrypted === true ? 1 : 0) | (isStreamed ? 8 : 0)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(flags, 2)
    fields.writeUInt16LE(method ?? (isStored === true ? 0 : 8), 4)
    fields.writeUInt32LE(crc, 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.from(fields)
    if (isStreamed) local.fill(0, 10, 22)
    const descriptor = isStreamed
      ? Buffer.concat([Buffer.from('504b0708', 'hex'), fields.subarray(10, 22)])
      : Buffer.alloc(0)
    const entry = Buffer.concat([Buffer.from('504b0304', 'hex'), local, Buffer.from(name), data, descriptor])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), fields, rest, Buffer.from(name)]))
    parts.push(entry)
    offset += entry.length
  }
  if (isCutOff) return new Uint8Array(Buffer.concat(parts))
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.write('504b0506', 'hex')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]))
}
