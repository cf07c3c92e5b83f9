// Eight tables, to process eight bytes per step: byte by byte is four times as slow.
const tables = Array.from({ length: 8 }, () => new Uint32Array(256))
const [first = new Uint32Array(256)] = tables
for (let byte = 0; byte < 256; byte++) {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  first[byte] = value >>> 0
}
for (let at = 1; at < 8; at++) {
  const [table, before] = [tables[at] as Uint32Array, tables[at - 1] as Uint32Array]
  for (let byte = 0; byte < 256; byte++) {
    const value = before[byte] as number
    table[byte] = ((value >>> 8) ^ (first[value & 255] as number)) >>> 0
  }
}
const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as [
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
]

/** CRC-32 of ZIP and PNG (ISO 3309), unsigned. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const whole = bytes.length - (bytes.length % 8)
  let at = 0
  for (; at < whole; at += 8) {
    const low = (view.getUint32(at, true) ^ crc) >>> 0
    const high = view.getUint32(at + 4, true)
    crc =
      (t7[low & 255] as number) ^
      (t6[(low >>> 8) & 255] as number) ^
      (t5[(low >>> 16) & 255] as number) ^
      (t4[low >>> 24] as number) ^
      (t3[high & 255] as number) ^
      (t2[(high >>> 8) & 255] as number) ^
      (t1[(high >>> 16) & 255] as number) ^
      (t0[high >>> 24] as number)
  }
  for (; at < bytes.length; at++) crc = (t0[(crc ^ (bytes[at] as number)) & 255] as number) ^ (crc >>> 8)
  return (crc ^ 0xffff_ffff) >>> 0
}
