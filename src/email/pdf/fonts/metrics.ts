/** Font metrics in thousandths of an em. */
interface FontMetrics {
  ascent: number
  descent: number
  box: [left: number, bottom: number, right: number, top: number]
  isFixed: boolean
}

/** Reads the tables head, hhea and post of a TrueType font; missing values are zero. */
export function metricsOf(font: Uint8Array): FontMetrics {
  const at = (name: string, offset: number) => {
    const table = tableOf(font, name)
    return table === undefined || offset + 2 > table.byteLength ? 0 : table.getInt16(offset)
  }
  const thousandths = (units: number) => Math.round((units * 1000) / (at('head', 18) || 1000))
  return {
    ascent: thousandths(at('hhea', 4)),
    descent: thousandths(at('hhea', 6)),
    box: [
      thousandths(at('head', 36)),
      thousandths(at('head', 38)),
      thousandths(at('head', 40)),
      thousandths(at('head', 42)),
    ],
    isFixed: at('post', 12) !== 0 || at('post', 14) !== 0,
  }
}

/** A table of a TrueType or OpenType font; undefined if the font has none of that name. */
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
