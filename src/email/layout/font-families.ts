/** A face of a family that is at hand. */
export interface Face {
  readonly family: string
  readonly weight: 400 | 700
  readonly italic: boolean
}

/** A family that replaces the one named, and how much wider each letter of that one is, in em. */
interface StandIn {
  family: 'Arimo' | 'Tinos' | 'Gelasio' | 'Cousine'
  wider: number
}

const sans: StandIn = { family: 'Arimo', wider: 0 }
const serif: StandIn = { family: 'Tinos', wider: 0 }
const georgia: StandIn = { family: 'Gelasio', wider: 0 }
const mono: StandIn = { family: 'Cousine', wider: 0 }

/**
 * Families that emails name. Arimo, Tinos, Gelasio and Cousine have the widths of Arial, Times New Roman, Georgia and
 * Courier New; what is
 * wider or narrower than those is spaced to about its own width, so that lines break where they would.
 */
const standIns: Readonly<Record<string, StandIn>> = {
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

/** The names of the families that another replaces, in lower case. */
export function knownFamilies(): string[] {
  return Object.keys(standIns)
}

const cached = new Map<string, StandIn>()

/** The family for a `font-family` value: that of the first name that is known; as browsers have it, a serif for none. */
export function standInFor(stack: string): StandIn {
  const known = cached.get(stack)
  if (known !== undefined) return known
  const names = stack.split(',').map((name) =>
    name
      .trim()
      .replace(/^["']|["']$/g, '')
      .toLowerCase(),
  )
  const name = names.find((one) => Object.hasOwn(standIns, one))
  const found = (name === undefined ? undefined : standIns[name]) ?? serif
  if (cached.size > 500) cached.clear()
  cached.set(stack, found)
  return found
}

const faces = new Map<string, Face>()

/** The one object that represents a face. */
export function faceOf(family: string, weight: Face['weight'], italic: boolean): Face {
  const key = `${family} ${weight} ${italic}`
  const known = faces.get(key)
  if (known !== undefined) return known
  const fresh: Face = Object.freeze({ family, weight, italic })
  faces.set(key, fresh)
  return fresh
}

/** The families that a text is painted with, as CSS writes them: a sign that requests text gets no emoji (Unicode TS 51). */
export function familiesFor(text: string, { family }: Face): string {
  return text.includes('\ufe0e') ? `${family}, 'Noto Sans Symbols 2'` : family
}

/** The weight at hand for a weight of CSS (CSS Fonts 4, section 5.2). */
export function weightOf(weight: number): Face['weight'] {
  return weight > 500 ? 700 : 400
}
