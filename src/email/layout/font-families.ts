/** An available face of a family. */
export interface Face {
  readonly family: string
  readonly weight: 400 | 700
  readonly italic: boolean
}

/** A metric substitute, and the extra width of each letter of the requested family, em. */
interface SubstituteFont {
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

const faces = new Map<string, Face>()

/** Returns the same object for equal arguments, so that faces compare by identity. */
export function faceOf(family: string, weight: Face['weight'], italic: boolean): Face {
  const key = `${family} ${weight} ${italic}`
  const known = faces.get(key)
  if (known !== undefined) return known
  const fresh: Face = Object.freeze({ family, weight, italic })
  faces.set(key, fresh)
  return fresh
}

/** CSS font-family list; a character with a text variation selector gets no emoji font (Unicode TS 51). */
export function familiesFor(text: string, { family }: Face): string {
  return text.includes('\ufe0e') ? `${family}, 'Noto Sans Symbols 2'` : family
}

/** Nearest available weight (CSS Fonts 4, section 5.2). */
export function weightOf(weight: number): Face['weight'] {
  return weight > 500 ? 700 : 400
}
