import { tableOf } from './tables.ts'

/** What a font says of itself, in thousandths of an em. */
export interface FontMetrics {
  ascent: number
  descent: number
  box: [left: number, bottom: number, right: number, top: number]
  isFixed: boolean
}

/** Reads the tables head, hhea and post of a TrueType font; what is missing is zero. */
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
