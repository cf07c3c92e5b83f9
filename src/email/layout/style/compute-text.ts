import type { Element } from '../read/element.ts'
import { faceOf, weightOf } from '../font-families.ts'
import { blockAlignOf } from './attributes.ts'
import type { Declarations } from './cascade.ts'
import { type HexColor, readHexColor, substituteFor } from '../../web/index.ts'
import { inPixels, readLength } from './lengths.ts'
import type { LineHeight, TextStyle } from './computed-style.ts'

/** Initial text style. */
export const plainText: TextStyle = {
  color: '#000000ff',
  face: faceOf('Tinos', 400, false),
  size: 16,
  lineHeight: 'normal',
  letterSpacing: 0,
  wider: 0,
  transform: 'none',
  align: 'start',
  blockAlign: undefined,
  whiteSpace: 'normal',
  breaksWords: false,
  direction: 'ltr',
  marker: 'disc',
  indent: 0,
  isVisible: true,
  collapses: false,
  spacing: [0, 0],
  underline: false,
  lineThrough: false,
}

/** Cascaded values of the element; inherited ones for the rest. */
export function computeText(element: Element, specified: Declarations, around: TextStyle): TextStyle {
  const value = (property: string) => {
    const given = specified.get(property)
    return given === undefined || /^(inherit|unset)$/i.test(given) ? undefined : given.toLowerCase()
  }
  const size = sizeOf(value('font-size'), monospaceSize(specified.get('font-family'), around.size))
  const stack = specified.get('font-family')
  const family = stack === undefined || stack === 'inherit' ? undefined : substituteFor(stack)
  const weight = value('font-weight')
  const slant = value('font-style')
  const direction = (value('direction') ?? around.direction) as TextStyle['direction']
  const color = value('color')
  const decoration = value('text-decoration-line') ?? ''
  const display = specified.get('display') ?? 'inline'
  // Text decorations propagate to in-flow descendants, not to inline-blocks.
  const goesOn = !/^(inline-block|inline-table|inline-flex)$/.test(display)
  return {
    color: color === undefined ? around.color : colorOf(color, around.color),
    face: faceOf(
      family?.family ?? around.face.family,
      weight === undefined ? around.face.weight : weightFor(weight),
      slant === undefined ? around.face.italic : slant !== 'normal',
    ),
    size,
    lineHeight: lineHeightOf(value('line-height'), size) ?? around.lineHeight,
    letterSpacing: spacingOf(value('letter-spacing'), size) ?? around.letterSpacing,
    wider: family?.wider ?? around.wider,
    transform: (value('text-transform') ?? around.transform) as TextStyle['transform'],
    ...alignment(element, alignOf(value('text-align'), direction), around),
    whiteSpace: (value('white-space') ?? around.whiteSpace) as TextStyle['whiteSpace'],
    breaksWords:
      /break/.test(`${value('word-break') ?? ''}${value('overflow-wrap') ?? ''}`) ||
      value('overflow-wrap') === 'anywhere' ||
      around.breaksWords,
    direction,
    marker: value('list-style-type') ?? around.marker,
    indent: indentOf(value('text-indent'), size) ?? around.indent,
    isVisible: value('visibility') === undefined ? around.isVisible : value('visibility') === 'visible',
    collapses: value('border-collapse') === undefined ? around.collapses : value('border-collapse') === 'collapse',
    spacing: gapsOf(value('border-spacing'), size) ?? around.spacing,
    underline: decoration.includes('underline') || (goesOn && around.underline),
    lineThrough: decoration.includes('line-through') || (goesOn && around.lineThrough),
  }
}

// Alignment by an align attribute ends at the next table; that by CSS is inherited into it.
function alignment(
  element: Element,
  align: TextStyle['align'] | undefined,
  around: TextStyle,
): Pick<TextStyle, 'align' | 'blockAlign'> {
  const blockAlign = blockAlignOf(element)
  if (blockAlign !== undefined && element.attributes['style']?.includes('text-align') !== true) {
    return { align: align ?? blockAlign, blockAlign }
  }
  if (align !== undefined) return { align, blockAlign: undefined }
  if (element.name === 'table' && around.blockAlign !== undefined) return { align: 'start', blockAlign: undefined }
  return { align: around.align, blockAlign: around.blockAlign }
}

/** Returns the current color for `currentcolor` and invalid values. */
export function colorOf(value: string, current: HexColor): HexColor {
  return readHexColor(value) ?? current
}

// Browsers reduce the font size if the family is only `monospace`.
function monospaceSize(stack: string | undefined, around: number): number {
  return stack === 'monospace' ? around * (13 / 16) : around
}

const keywords: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
}
const largestSize = 1000

function sizeOf(value: string | undefined, around: number): number {
  if (value === undefined) return around
  const known = keywords[value]
  if (known !== undefined) return known
  if (value === 'smaller') return around / 1.2
  if (value === 'larger') return around * 1.2
  const length = readLength(value)
  const pixels = length === undefined ? undefined : inPixels(length, around, around)
  return pixels === undefined ? around : Math.min(largestSize, pixels)
}

// CSS Fonts 4, section 2.2.1.
function weightFor(value: string): 400 | 700 {
  if (value === 'bold' || value === 'bolder') return 700
  if (value === 'normal' || value === 'initial') return 400
  return value === 'lighter' ? 400 : weightOf(Number.parseInt(value, 10))
}

function lineHeightOf(value: string | undefined, size: number): LineHeight | undefined {
  if (value === undefined) return undefined
  if (value === 'normal' || value === 'initial') return 'normal'
  if (/^[\d.]+$/.test(value)) return { factor: Math.min(100, Number.parseFloat(value)) }
  const length = readLength(value)
  const pixels = length === undefined ? undefined : inPixels(length, size, size)
  return pixels === undefined ? undefined : { px: pixels }
}

function spacingOf(value: string | undefined, size: number): number | undefined {
  if (value === undefined) return undefined
  const length = readLength(value)
  return length === undefined ? 0 : Math.max(-size, Math.min(200, inPixels(length, size, size) ?? 0))
}

function indentOf(value: string | undefined, size: number): number | undefined {
  const length = value === undefined ? undefined : readLength(value)
  return length === undefined ? undefined : inPixels(length, size)
}

function gapsOf(value: string | undefined, size: number): readonly [number, number] | undefined {
  if (value === undefined) return undefined
  const [across = 0, down = across] = value.split(/\s+/).map((one) => {
    const length = readLength(one)
    return length === undefined ? 0 : (inPixels(length, size) ?? 0)
  })
  return [across, down]
}

function alignOf(value: string | undefined, direction: 'ltr' | 'rtl'): TextStyle['align'] | undefined {
  if (value === '-webkit-center') return 'center'
  if (value === 'end') return direction === 'rtl' ? 'left' : 'right'
  return value === 'left' || value === 'right' || value === 'center' || value === 'justify' || value === 'start'
    ? value
    : undefined
}
