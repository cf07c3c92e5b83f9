/** What a font says of itself, in thousandths of an em. */
export interface FontMetrics {
  ascent: number
  descent: number
  box: [left: number, bottom: number, right: number, top: number]
  isFixed: boolean
}

/** Reads the tables head, hhea and post of a TrueType font; what is missing is zero. */
export function metricsOf(font: Uint8Array): FontMetrics {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const at = (table: string, offset: number) => {
    const start = startOf(view, table)
    return start === undefined || start + offset + 2 > view.byteLength ? 0 : view.getInt16(start + offset)
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

function startOf(view: DataView, table: string): number | undefined {
  const count = view.getUint16(4)
  for (let index = 0; index < count; index++) {
    const record = 12 + index * 16
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((letter) => view.getUint8(record + letter)))
    if (tag === table) return view.getUint32(record + 8)
  }
  return undefined
}
