/** Where a table of a TrueType or OpenType font begins and ends; undefined when it has none of that name. */
export function tableOf(font: Uint8Array, name: string): DataView | undefined {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const count = view.byteLength < 12 ? 0 : Math.min(view.getUint16(4), Math.floor((view.byteLength - 12) / 16))
  for (let index = 0; index < count; index++) {
    const record = 12 + index * 16
    const tag = String.fromCharCode(...font.subarray(record, record + 4))
    if (tag !== name) continue
    const [from, length] = [view.getUint32(record + 8), view.getUint32(record + 12)]
    if (from + length > view.byteLength) return undefined
    return new DataView(font.buffer, font.byteOffset + from, length)
  }
  return undefined
}
