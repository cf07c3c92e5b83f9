/** An unresolved length; `pct` is a percentage of the containing block, `plus` px are added to it. */
export type Length = { px: number } | { pct: number; plus?: number } | { em: number } | { rem: number } | 'auto'

/** Px; larger lengths are not visible. */
const maxLength = 20_000
const pixels: Record<string, number> = { px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 9.6 / 2.54 }

const written = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(px|pt|pc|in|cm|mm|em|rem|%|ex|ch|vw)?$/i

/** Undefined if invalid. A unitless number counts as px only with `bare`. */
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

/** Parses calc() sums of percentages and px, the form that emails use. */
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

/** `whole` is the base of percentages, px. Undefined for auto, and for a percentage without a base. */
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
