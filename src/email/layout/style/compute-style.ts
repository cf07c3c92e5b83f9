import type { Element } from '../read/element.ts'
import type { Declarations } from './cascade.ts'
import { type HexColor, isClear, compositeColor, meanColor } from '../../web/index.ts'
import { colorOf, computeText } from './compute-text.ts'
import { type Length, inPixels, readLength } from './lengths.ts'
import {
  type BackgroundGradients,
  type BackgroundImage,
  type Display,
  type Edge,
  type ComputedStyle,
  type TextStyle,
  four,
} from './computed-style.ts'
import { readGradients } from './gradients.ts'
import { addressOf } from './properties.ts'

const sides = ['top', 'right', 'bottom', 'left'] as const
const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const
const zero: Length = { px: 0 }

/** `around` is the parent's style. */
export function computeStyle(element: Element, specified: Declarations, around: TextStyle): ComputedStyle {
  const text = computeText(element, specified, around)
  const { size, color } = text
  const lengthAt = (property: string, otherwise: Length): Length => {
    const value = specified.get(property)
    return (value === undefined ? undefined : readLength(value)) ?? otherwise
  }
  const display = displayOf(specified.get('display'))
  const backgroundColor = specified.get('background-color')
  const gradients = gradientsOf(specified, color)
  const background = paintedOver(
    backgroundColor === undefined ? undefined : colorOf(backgroundColor, color),
    gradients === undefined ? specified.get('background-gradient') : undefined,
    isOfText(specified),
  )
  return {
    ...text,
    display,
    float: display === 'table-cell' ? 'none' : ((specified.get('float') ?? 'none') as ComputedStyle['float']),
    clear: (specified.get('clear') ?? 'none') as ComputedStyle['clear'],
    width: lengthAt('width', 'auto'),
    height: lengthAt('height', 'auto'),
    minWidth: lengthAt('min-width', 'auto'),
    minHeight: lengthAt('min-height', 'auto'),
    maxWidth: lengthAt('max-width', 'auto'),
    maxHeight: lengthAt('max-height', 'auto'),
    margin: four(sides, (side) => lengthAt(`margin-${side}`, zero)),
    padding: four(sides, (side) => lengthAt(`padding-${side}`, zero)),
    border: four(sides, (side) => edgeOf(side, specified, { size, color })),
    radius: four(corners, (corner) => lengthAt(`border-${corner}-radius`, zero)),
    background: background === undefined || isClear(background) ? undefined : background,
    image: imageOf(specified),
    gradients,
    valign: valignOf(specified.get('vertical-align'), size, inheritedValign(around)),
    isBorderBox: specified.get('box-sizing') === 'border-box',
    opacity: opacityOf(specified.get('opacity')),
    hidesOverflow: (specified.get('overflow') ?? 'visible') !== 'visible',
    isFixed: specified.get('table-layout') === 'fixed',
  }
}

function isOfText(specified: Declarations): boolean {
  return [specified.get('background-clip'), specified.get('-webkit-background-clip')].includes('text')
}

/** The background color under gradients that are not painted: the mean of their colors replaces them. */
function paintedOver(
  background: HexColor | undefined,
  unpainted: string | undefined,
  isClippedToText: boolean,
): HexColor | undefined {
  if (isClippedToText) return undefined
  const means = (unpainted ?? '').split('\n').slice(1).map(meanColor).reverse()
  return means.reduce((under, mean) => (mean === undefined ? under : compositeColor(mean, under)), background)
}

/** Undefined without gradients, or if one of them is not supported. */
function gradientsOf(specified: Declarations, color: HexColor): BackgroundGradients | undefined {
  const value = specified.get('background-gradient')
  const layers = value === undefined || isOfText(specified) ? undefined : readGradients(value, color)
  return layers && { ...layers, ...areaOf(specified) }
}

function areaOf(specified: Declarations): Omit<BackgroundImage, 'src'> {
  return {
    size: specified.get('background-size') ?? 'auto',
    position: specified.get('background-position') ?? '0% 0%',
    repeat: specified.get('background-repeat') ?? 'repeat',
  }
}

function displayOf(value: string | undefined): Display {
  switch (value) {
    case undefined:
    case 'inherit':
      return 'inline'
    case 'table-header-group':
    case 'table-footer-group':
      return 'table-row-group'
    case 'inline-flex':
    case 'inline-grid':
      return 'inline-block'
    case 'flex':
    case 'grid':
    case 'flow-root':
    case 'initial':
      return 'block'
    default:
      return value as Display
  }
}

const lineWidths: Readonly<Record<string, number>> = { thin: 1, medium: 3, thick: 5 }
const widestEdge = 500

function edgeOf(side: string, specified: Declarations, { size, color }: { size: number; color: HexColor }): Edge {
  const style = specified.get(`border-${side}-style`) ?? 'none'
  if (style === 'none' || style === 'hidden') return noEdge
  const written = specified.get(`border-${side}-width`) ?? 'medium'
  const length = readLength(written)
  const width = lineWidths[written] ?? (length === undefined ? 0 : (inPixels(length, size) ?? 0))
  if (width <= 0) return noEdge
  return {
    // Browsers paint whole pixels, at least one.
    width: Math.min(widestEdge, Math.max(1, Math.floor(width))),
    style: style === 'dashed' || style === 'dotted' || style === 'double' ? style : 'solid',
    color: colorOf(specified.get(`border-${side}-color`) ?? 'currentcolor', color),
  }
}

const noEdge: Edge = { width: 0, style: 'none', color: '#00000000' }

function imageOf(specified: Declarations): BackgroundImage | undefined {
  const src = addressOf(specified.get('background-image') ?? 'none')
  if (src === undefined || src === '') return undefined
  return { src, ...areaOf(specified) }
}

function valignOf(value: string | undefined, size: number, around: ComputedStyle['valign']): ComputedStyle['valign'] {
  switch (value?.toLowerCase()) {
    case 'top':
    case 'text-top':
      return 'top'
    case 'middle':
      return 'middle'
    case 'bottom':
    case 'text-bottom':
      return 'bottom'
    case 'inherit':
      return around === 'baseline' ? 'middle' : around
    case 'sub':
      return 'sub'
    case 'super':
      return 'super'
    default: {
      const length = value === undefined ? undefined : readLength(value)
      return length === undefined ? 'baseline' : (inPixels(length, size, size) ?? 'baseline')
    }
  }
}

// Inherited only from rows and row groups: the tbody that browsers insert around rows is centered.
function inheritedValign(
  around: TextStyle & Partial<Pick<ComputedStyle, 'display' | 'valign'>>,
): ComputedStyle['valign'] {
  const { display, valign = 'middle' } = around
  return display === 'table-row' || display === 'table-row-group' ? valign : 'middle'
}

function opacityOf(value: string | undefined): number {
  if (value === undefined) return 1
  const number = value.endsWith('%') ? Number.parseFloat(value) / 100 : Number.parseFloat(value)
  return Number.isFinite(number) ? Math.max(0, Math.min(1, number)) : 1
}
