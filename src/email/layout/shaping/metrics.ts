import type { TextStyle } from '../style/computed-style.ts'

/** Font metrics in em: ascent, descent, line gap, x-height. */
interface Metrics {
  ascent: number
  descent: number
  gap: number
  xHeight: number
}

/** From the tables hhea and OS/2 of the fonts. */
const known: Readonly<Record<string, Metrics>> = {
  Arimo: { ascent: 0.905273, descent: 0.211914, gap: 0.032715, xHeight: 0.52832 },
  Tinos: { ascent: 0.891113, descent: 0.216309, gap: 0.04248, xHeight: 0.458984 },
  Gelasio: { ascent: 0.927734, descent: 0.341797, gap: 0, xHeight: 0.481445 },
  Cousine: { ascent: 0.83252, descent: 0.300293, gap: 0, xHeight: 0.52832 },
}
const usual: Metrics = { ascent: 0.905273, descent: 0.211914, gap: 0.032715, xHeight: 0.52832 }

/** Px above and below the baseline. */
export interface Extent {
  ascent: number
  descent: number
}

/** Ascent and descent in whole px, rounded as in browsers. */
export function lettersOf({ face, size }: Pick<TextStyle, 'face' | 'size'>): Extent {
  const { ascent, descent } = known[face.family] ?? usual
  return { ascent: Math.round(ascent * size), descent: Math.round(descent * size) }
}

/** Extent of a line: ascent and descent plus half of the leading on each side (CSS 2.1, section 10.8.1). */
export function lineOf(computed: Pick<TextStyle, 'face' | 'size' | 'lineHeight'>): Extent {
  const { ascent, descent } = lettersOf(computed)
  const { lineHeight, size } = computed
  const natural = ascent + descent + Math.round((known[computed.face.family] ?? usual).gap * size)
  const height = lineHeight === 'normal' ? natural : 'factor' in lineHeight ? lineHeight.factor * size : lineHeight.px
  const lead = height - ascent - descent
  // Browsers add an odd pixel below.
  const above = Math.floor(lead / 2)
  return { ascent: ascent + above, descent: descent + lead - above }
}

/** Px. */
export function xHeightOf({ face, size }: Pick<TextStyle, 'face' | 'size'>): number {
  return (known[face.family] ?? usual).xHeight * size
}
