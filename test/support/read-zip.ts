import { inflateRawSync } from 'node:zlib'

/** One entry of an archive as its central directory names it. */
export interface ZipEntry {
  name: string
  method: number
  dosTime: number
  content: Uint8Array
  text: string
}

/** Reads an archive without the library that wrote it: end record, central directory, local headers, CRC. */
export function readZip(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--
  if (end < 0) throw new Error('no end of central directory')
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error(`no central header at ${at}`)
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
    const isUtf8 = (view.getUint16(at + 8, true) & 0x800) !== 0
    const rawName = bytes.subarray(at + 46, at + 46 + (nameLength ?? 0))
    if (!isUtf8 && rawName.some((byte) => byte > 127)) throw new Error('a name outside ASCII without the UTF-8 flag')
    const local = view.getUint32(at + 42, true)
    if (view.getUint32(local, true) !== 0x04034b50) throw new Error(`no local header at ${local}`)
    const data = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const packed = bytes.subarray(data, data + view.getUint32(at + 20, true))
    const method = view.getUint16(at + 10, true)
    const content = method === 0 ? packed : new Uint8Array(inflateRawSync(packed))
    if (content.length !== view.getUint32(at + 24, true)) throw new Error('the size does not fit')
    if (Bun.hash.crc32(content) !== view.getUint32(at + 16, true)) throw new Error('the checksum does not fit')
    const decoder = new TextDecoder('utf-8', { fatal: isUtf8 })
    entries.push({
      name: decoder.decode(rawName),
      method,
      dosTime: view.getUint32(at + 12, true),
      content,
      text: new TextDecoder().decode(content),
    })
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return entries
}
