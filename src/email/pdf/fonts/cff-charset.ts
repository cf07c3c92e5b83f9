/**
 * CIDs by glyph index of a CID-keyed CFF font (Adobe TN 5176, sections 13 and 18); undefined for a font with glyph
 * names, where CID and glyph index are equal. Throws a RangeError for a truncated table.
 */
export function charsetOf(cff: DataView): readonly number[] | undefined {
  const names = readIndex(cff, cff.getUint8(2))
  const dicts = readIndex(cff, names.end)
  const [from, to] = dicts.items[0] ?? [0, 0]
  const top = readDict(cff, from, to)
  if (!top.has(ros)) return undefined
  const glyphs = readIndex(cff, top.get(charStrings) ?? 0).items.length
  return readCharset(cff, top.get(charset) ?? 0, glyphs)
}

const [charset, charStrings] = [15, 17]
/** Operators of two bytes are counted from 1200 on. */
const ros = 1230

function readCharset(cff: DataView, from: number, glyphs: number): number[] {
  const numbers = [0]
  const format = cff.getUint8(from)
  let at = from + 1
  while (numbers.length < glyphs) {
    const first = cff.getUint16(at)
    const more = format === 0 ? 0 : format === 1 ? cff.getUint8(at + 2) : cff.getUint16(at + 2)
    at += format === 0 ? 2 : format === 1 ? 3 : 4
    for (let step = 0; step <= more && numbers.length < glyphs; step++) numbers.push(first + step)
  }
  return numbers
}

/** Byte ranges of the items of an INDEX (section 5), and the offset of its end. */
function readIndex(cff: DataView, at: number): { items: [from: number, to: number][]; end: number } {
  const count = cff.getUint16(at)
  if (count === 0) return { items: [], end: at + 2 }
  const size = cff.getUint8(at + 2)
  const data = at + 2 + (count + 1) * size
  const place = (index: number) => {
    let value = 0
    for (let byte = 0; byte < size; byte++) value = value * 256 + cff.getUint8(at + 3 + index * size + byte)
    return data + value
  }
  const items = Array.from({ length: count }, (_, index): [number, number] => [place(index), place(index + 1)])
  return { items, end: place(count) }
}

/** Last operand of each operator of a DICT (section 4). */
function readDict(cff: DataView, from: number, to: number): Map<number, number> {
  const entries = new Map<number, number>()
  let number = 0
  for (let at = from; at < to;) {
    const byte = cff.getUint8(at++)
    if (byte === 12) entries.set(1200 + cff.getUint8(at++), number)
    else if (byte <= 21) entries.set(byte, number)
    else if (byte === 28) {
      number = cff.getInt16(at)
      at += 2
    } else if (byte === 29) {
      number = cff.getInt32(at)
      at += 4
    } else if (byte === 30) {
      // A real number: nibbles until one is 15.
      while ((cff.getUint8(at) & 15) !== 15 && cff.getUint8(at) >> 4 !== 15) at++
      at++
    } else if (byte <= 246) number = byte - 139
    else if (byte <= 250) number = (byte - 247) * 256 + cff.getUint8(at++) + 108
    else number = -(byte - 251) * 256 - cff.getUint8(at++) - 108
  }
  return entries
}
