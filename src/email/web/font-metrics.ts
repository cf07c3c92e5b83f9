/** Fonts that emails name: which of the free ones has their widths, and how high their lines are. */

/** A metric substitute, and the extra width of each letter of the requested family, em. */
export interface SubstituteFont {
  family: 'Arimo' | 'Tinos' | 'Gelasio' | 'Cousine'
  wider: number
}

const sans: SubstituteFont = { family: 'Arimo', wider: 0 }
const serif: SubstituteFont = { family: 'Tinos', wider: 0 }
const georgia: SubstituteFont = { family: 'Gelasio', wider: 0 }
const mono: SubstituteFont = { family: 'Cousine', wider: 0 }

/**
 * Families that emails use. Arimo, Tinos, Gelasio and Cousine have the widths of Arial, Times New Roman, Georgia and
 * Courier New; other families are letter-spaced to about their own width, so that lines break at the same words.
 */
const substitutes: Readonly<Record<string, SubstituteFont>> = {
  arimo: sans,
  tinos: serif,
  cousine: mono,
  arial: sans,
  helvetica: sans,
  'helvetica neue': sans,
  'liberation sans': sans,
  'sans-serif': sans,
  'system-ui': sans,
  'ui-sans-serif': sans,
  '-apple-system': sans,
  blinkmacsystemfont: sans,
  'segoe ui': sans,
  roboto: sans,
  inter: sans,
  'open sans': { ...sans, wider: 0.015 },
  lato: { ...sans, wider: -0.015 },
  calibri: { ...sans, wider: -0.04 },
  carlito: { ...sans, wider: -0.04 },
  verdana: { ...sans, wider: 0.065 },
  geneva: { ...sans, wider: 0.04 },
  tahoma: { ...sans, wider: 0.005 },
  'trebuchet ms': { ...sans, wider: -0.005 },
  'lucida grande': { ...sans, wider: 0.035 },
  'lucida sans unicode': { ...sans, wider: 0.035 },
  'arial black': { ...sans, wider: 0.09 },
  impact: { ...sans, wider: -0.03 },
  times: serif,
  'times new roman': serif,
  'liberation serif': serif,
  serif,
  'ui-serif': serif,
  georgia,
  gelasio: georgia,
  charter: { ...georgia, wider: -0.02 },
  'bitstream charter': { ...georgia, wider: -0.02 },
  garamond: { ...serif, wider: -0.02 },
  palatino: { ...georgia, wider: -0.01 },
  'palatino linotype': { ...georgia, wider: -0.01 },
  'book antiqua': { ...georgia, wider: -0.01 },
  cambria: { ...serif, wider: 0.025 },
  courier: mono,
  'courier new': mono,
  'liberation mono': mono,
  monospace: mono,
  'ui-monospace': mono,
  menlo: mono,
  monaco: mono,
  consolas: { ...mono, wider: -0.05 },
  cursive: serif,
  fantasy: sans,
}

/** Names of the substituted families, in lower case. */
export function knownFamilies(): string[] {
  return Object.keys(substitutes)
}

const cached = new Map<string, SubstituteFont>()

/** Substitute for a `font-family` value, by the first known name; a serif without one, as in browsers. */
export function substituteFor(stack: string): SubstituteFont {
  const known = cached.get(stack)
  if (known !== undefined) return known
  const names = stack.split(',').map((name) =>
    name
      .trim()
      .replace(/^["']|["']$/g, '')
      .toLowerCase(),
  )
  const name = names.find((one) => Object.hasOwn(substitutes, one))
  const found = (name === undefined ? undefined : substitutes[name]) ?? serif
  if (cached.size > 500) cached.clear()
  cached.set(stack, found)
  return found
}

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

/** Metrics of a substitute. */
export function metricsOf(family: string): Metrics {
  return known[family] ?? usual
}

/**
 * Height in px of a line of `line-height: normal` in these fonts, of which browsers round each part. Georgia is as high as
 * Times New Roman; its substitute is not.
 */
export function normalLineHeight(stack: string | undefined, size: number): number {
  const { family } = stack === undefined ? sans : substituteFor(stack)
  const { ascent, descent, gap } = metricsOf(family === 'Gelasio' ? 'Tinos' : family)
  return Math.round(ascent * size) + Math.round(descent * size) + Math.round(gap * size)
}
