import { type Rgb, readColor } from '../color/color.ts'
import { ownText } from './scan-html.ts'
import { type Declaration, readDeclarations } from './scan-css.ts'

/** Parsed style attribute in the form that rules need. Lengths in px. */
export interface StyleFacts {
  declarations: readonly Declaration[]
  color?: Rgb
  /** A color is set but cannot be parsed. */
  isUnreadable?: true
  background?: Rgb
  hasImage?: true
  /** In px, or a multiple of the inherited size if `isRelative`. */
  size?: number
  isRelative?: true
  weight?: number
  /** Multiple of the size, or px if `isLinePx`. */
  line?: number
  isLinePx?: true
  align?: string
  display?: string
  width?: number
  maxWidth?: number
  height?: number
  padding?: readonly [top: number, right: number, bottom: number, left: number]
  isHidden?: true
  /** Undefined if the underline is not set. */
  isUnderlined?: boolean
}

const cached = new Map<string, StyleFacts>()
const maxCached = 2000
const maxCachedLength = 1000

/** Parses the declarations of a style attribute or a rule; cached, because an email repeats the same few hundred. */
export function styleFacts(css: string): StyleFacts {
  const known = cached.get(css)
  if (known !== undefined) return known
  if (css.length > maxCachedLength) return factsOf(readDeclarations(css))
  const own = ownText(css)
  const facts = factsOf(readDeclarations(own))
  if (cached.size >= maxCached) cached.clear()
  cached.set(own, facts)
  return facts
}

function factsOf(declarations: readonly Declaration[]): StyleFacts {
  const facts: StyleFacts = { declarations }
  for (const { property, value } of declarations) readers[property]?.(facts, value.toLowerCase())
  return facts
}

const readers: Record<string, ((facts: StyleFacts, value: string) => void) | undefined> = {
  color: (facts, value) => setColor(facts, 'color', value),
  'background-color': (facts, value) => setColor(facts, 'background', value),
  background: (facts, value) => {
    if (/url\(|gradient\(/.test(value)) facts.hasImage = true
    const [word] =
      value
        .replace(/url\([^()]*\)/g, ' ')
        .match(/#[0-9a-f]{3,8}\b|(?:rgba?|hsla?|hwb|(?:ok)?(?:lab|lch)|color)\([^()]*\)|[a-z]+/g) ?? []
    const color = word === undefined ? undefined : readColor(word)
    if (color !== undefined) facts.background = color
  },
  'background-image': (facts, value) => {
    if (value !== 'none') facts.hasImage = true
  },
  'font-size': (facts, value) => {
    const number = Number.parseFloat(value)
    if (!Number.isFinite(number)) return
    if (value.endsWith('px')) facts.size = number
    else if (value.endsWith('pt')) facts.size = (number * 4) / 3
    else if (value.endsWith('em') || value.endsWith('%')) {
      facts.size = value.endsWith('%') ? number / 100 : number
      facts.isRelative = true
    } else if (number === 0) facts.size = 0
  },
  'font-weight': (facts, value) => {
    const number = value === 'bold' || value === 'bolder' ? 700 : value === 'normal' ? 400 : Number.parseInt(value, 10)
    if (Number.isFinite(number)) facts.weight = number
  },
  'line-height': (facts, value) => {
    const number = Number.parseFloat(value)
    if (!Number.isFinite(number)) return
    facts.line = value.endsWith('%') ? number / 100 : number
    if (value.endsWith('px')) facts.isLinePx = true
  },
  'text-align': (facts, value) => {
    facts.align = value
  },
  display: (facts, value) => {
    facts.display = value
    if (value === 'none') facts.isHidden = true
  },
  visibility: (facts, value) => {
    if (value === 'hidden') facts.isHidden = true
  },
  width: (facts, value) => setLength(facts, 'width', value),
  'max-width': (facts, value) => setLength(facts, 'maxWidth', value),
  height: (facts, value) => setLength(facts, 'height', value),
  padding: (facts, value) => {
    const [top = 0, right = top, bottom = top, left = right] = value.split(/\s+/).map((part) => Number.parseFloat(part))
    if ([top, right, bottom, left].every(Number.isFinite)) facts.padding = [top, right, bottom, left]
  },
  'text-decoration': (facts, value) => {
    facts.isUnderlined = value.includes('underline')
  },
}

function setColor(facts: StyleFacts, key: 'color' | 'background', value: string): void {
  const color = readColor(value)
  if (color !== undefined) facts[key] = color
  else if (value !== 'inherit' && !(key === 'color' && value === 'currentcolor')) facts.isUnreadable = true
}

function setLength(facts: StyleFacts, key: 'width' | 'maxWidth' | 'height', value: string): void {
  const number = Number.parseFloat(value)
  if (value.endsWith('px') && Number.isFinite(number)) facts[key] = number
}
