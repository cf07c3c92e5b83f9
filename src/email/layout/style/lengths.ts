/** A length as it is written: px, a share of what is around in percent with px more, or a multiple of the font's size. */
export type Length = { px: number } | { pct: number; plus?: number } | { em: number } | { rem: number } | 'auto'

/** Longest length in px; beyond it nothing is painted that anybody could see. */
const maxLength = 20_000
const pixels: Record<string, number> = { px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 9.6 / 2.54 }

const written = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(px|pt|pc|in|cm|mm|em|rem|%|ex|ch|vw)?$/i

/** Reads a length; undefined when it is none. A number without unit counts as px only where `bare` says so. */
export function readLength(text: string, { bare = false }: { bare?: boolean } = {}): Length | undefined {
  if (text === 'auto') return 'auto'
  if (text.startsWith('calc(')) return readSum(text)
  const [, digits = '', suffix = ''] = written.exec(text.trim()) ?? []
  const number = Number.parseFloat(digits)
  if (!Number.isFinite(number)) return undefined
  const unit = suffix.toLowerCase()
  if (unit === '') return number === 0 || bare ? { px: within(number) } : undefined
  if (unit === '%' || unit === 'vw') return { pct: within(number) }
  if (unit === 'em') return { em: within(number) }
  if (unit === 'rem') return { rem: within(number) }
  if (unit === 'ex' || unit === 'ch') return { em: within(number / 2) }
  return { px: within(number * (pixels[unit] ?? 1)) }
}

/** A sum of percents and px, which is what emails calculate. */
function readSum(text: string): Length | undefined {
  const inside = /^calc\(([^()]*)\)$/.exec(text)?.[1] ?? ''
  const terms = inside.match(/(?:[+-]\s*)?(?<![\d.])[\d.]+(?:px|%)/g) ?? []
  if (terms.length === 0 || inside.replace(/(?:[+-]\s*)?(?<![\d.])[\d.]+(?:px|%)/g, '').trim() !== '') return undefined
  let [pct, plus] = [0, 0]
  for (const term of terms) {
    const number = Number.parseFloat(term.replace(/\s+/g, ''))
    if (term.endsWith('%')) pct += number
    else plus += number
  }
  return { pct: within(pct), plus: within(plus) }
}

/** The length in px; `whole` is what percents are of. Undefined for auto, and for a percent of what is not known. */
export function inPixels(length: Length, fontSize: number, whole?: number): number | undefined {
  if (length === 'auto') return undefined
  if ('px' in length) return length.px
  if ('em' in length) return within(length.em * fontSize)
  if ('rem' in length) return within(length.rem * 16)
  return whole === undefined ? undefined : (length.pct / 100) * whole + (length.plus ?? 0)
}

function within(number: number): number {
  return Math.max(-maxLength, Math.min(maxLength, number))
}
