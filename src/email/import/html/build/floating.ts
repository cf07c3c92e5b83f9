import { type Element, createElement } from '../../tree/dom.ts'
import { readPercent } from '../../css/values.ts'
import { styleInside } from '../inherited-style.ts'
import { type Page, cssOf } from '../page.ts'
import { type Box, cellOf, insets } from '../boxes/box.ts'
import { isTurned, turn } from './direction.ts'
import type { Container } from './container.ts'
import { isSized, naturalWidth } from '../boxes/content-width.ts'
import { readMetrics } from '../boxes/metrics.ts'
import { shownWidth } from '../leaves/image.ts'

/** An element that leaves space for others beside it. */
export interface Floater {
  element: Element
  side: 'left' | 'right' | undefined
}

/** Arranges floats and inline blocks in rows, as many side by side as fit. */
export function rowsOf(
  page: Page,
  floaters: readonly Floater[],
  container: Container,
  build: (element: Element, width: number) => Box,
): Box[] {
  const sized = floaters.map((floater) => ({
    ...floater,
    width: widthOf(page, floater.element, container),
    share: narrowShare(page, floater.element),
  }))
  const lines: (typeof sized)[] = []
  let line: typeof sized = []
  let used = 0
  for (const one of sized) {
    if (line.length > 0 && used + one.width > container.width + 2) {
      lines.push(line)
      line = []
      used = 0
    }
    line.push(one)
    used += one.width
  }
  lines.push(line)
  return lines.flatMap((each) => rowOf(page, each, container, build))
}

/** An image up to this width in px stays beside its text on phones. */
const keptBeside = 100
/** Width in px that words need beside an image. */
const leastWords = 120

/**
 * Arranges an image that floats and the words that follow it side by side, as columns, which words cannot flow around.
 * Undefined if they would have no space, or if no words follow.
 */
export function rowBeside(
  page: Page,
  { element, side }: Floater,
  container: Container,
  { build, words }: { build: (element: Element, width: number) => Box; words: (width: number) => Box[] },
): Box[] | undefined {
  const { padding, margin } = readMetrics(page, element, container.inherited, container.width)
  const around = padding.wide[1] + padding.wide[3] + margin.wide[1] + margin.wide[3]
  const width = shownWidth(page, element, container) + around
  if (container.width - width < leastWords) return undefined
  const lines = words(container.width - width)
  const [first] = lines
  if (first?.draft?.type !== 'text' && first?.draft?.type !== 'heading') return undefined
  const image = { ...cellAround(build(element, width)), width }
  const text = { ...cellOf(first), children: lines, width: container.width - width }
  const isKept = width <= keptBeside
  const isRight = side === 'right'
  return [
    {
      kind: 'row',
      element: { ...element, end: first.element.end },
      face: {},
      padding: insets(0),
      margin: insets(0),
      width: container.width,
      isFluid: true,
      children: isRight ? [text, image] : [image, text],
      stacking: isKept ? 'keep' : isRight ? 'reverse' : 'stack',
      isSealed: true,
    },
  ]
}

function widthOf(page: Page, element: Element, container: Container): number {
  const inherited = styleInside(element, cssOf(page, element).base, container.inherited, page.isQuirky)
  const { width, margin } = readMetrics(page, element, inherited, container.width)
  const natural = naturalWidth(page, element, inherited)
  const isFullWidth = (readPercent(cssOf(page, element).base['width']) ?? 0) >= 99
  // The max-width of a fluid column is its width if the container is wide enough.
  const own = isFullWidth
    ? (width ?? container.width)
    : (width ?? Math.min(container.width, isSized(page, element, natural) ? natural : natural * 1.08 + 2))
  return Math.min(container.width, own + margin.wide[1] + margin.wide[3])
}

/** Percentage of its line on phones; undefined for other widths. */
function narrowShare(page: Page, element: Element): number | undefined {
  const { base, narrow } = cssOf(page, element)
  const isFull = readPercent(narrow?.['min-width']) === 100 || narrow?.['display'] === 'block'
  return isFull ? 100 : readPercent(narrow?.['width'] ?? base['width'])
}

interface Sized extends Floater {
  width: number
  share: number | undefined
}

function rowOf(
  page: Page,
  line: readonly Sized[],
  container: Container,
  build: (element: Element, width: number) => Box,
): Box[] {
  const boxes = line.map(({ element, width }) => ({ ...build(element, width), outer: width }))
  const used = line.reduce((sum, { width }) => sum + width, 0)
  let left = Math.max(0, container.width - used)
  const align = line[0]?.side ?? container.inherited.align ?? 'left'
  if (boxes.length === 1) {
    const [only] = boxes as [Box & { outer: number }]
    const before = align === 'center' ? left / 2 : align === 'right' ? left : 0
    const { wide, narrow } = only.margin
    only.margin = { wide: [wide[0], wide[1] + left - before, wide[2], wide[3] + before], narrow }
    return [only]
  }
  const lastLeft = line.findLastIndex(({ side }) => side !== 'right')
  if (lastLeft >= 0 && line.some(({ side }) => side === 'right')) {
    // The remaining space separates the boxes on the left from those on the right.
    const box = boxes[lastLeft] as Box & { outer: number }
    box.outer += left
    box.margin = {
      wide: [box.margin.wide[0], box.margin.wide[1] + left, box.margin.wide[2], box.margin.wide[3]],
      narrow: box.margin.narrow,
    }
    left = 0
  }
  const ordered = line.some(({ side }) => side === 'right') ? byPlace(line, boxes) : boxes
  const row: Box = {
    kind: 'row',
    element: elementOf(line),
    face: {},
    padding: insets(0),
    margin: insets(0),
    width: container.width,
    isFluid: true,
    children: ordered.map((box) => ({ ...cellAround(box), width: box.outer })),
    stacking: staysInLine(line) ? 'keep' : isReversed(boxes, ordered) ? 'reverse' : 'stack',
    isSealed: true,
  }
  if (isTurned(page, row.element)) turn(row)
  if (left > 4) {
    const before =
      align === 'center' ? left / 2 : align === 'right' && !line.some(({ side }) => side === 'left') ? left : 0
    row.padding = { wide: [0, left - before, 0, before], narrow: [0, 0, 0, 0] }
  }
  return [row]
}

// A row contains only the floating children of the parent.
function elementOf(line: readonly Sized[]): Element {
  const { element: first } = line[0] as Sized
  const { element: last } = line.at(-1) as Sized
  return {
    ...createElement('div', first.parent, first.start),
    children: line.map(({ element }) => element),
    end: last.end,
  }
}

// The first element with float: right is the rightmost.
function byPlace<Kind>(line: readonly Sized[], boxes: readonly Kind[]): Kind[] {
  const leftBoxes = boxes.filter((_, index) => line[index]?.side !== 'right')
  return [...leftBoxes, ...boxes.filter((_, index) => line[index]?.side === 'right').toReversed()]
}

// Shares of a line fit beside each other in every window.
function staysInLine(line: readonly Sized[]): boolean {
  const total = line.reduce((sum, { share }) => sum + (share ?? Number.POSITIVE_INFINITY), 0)
  return line.every(({ share }) => share !== undefined && share < 99) && total <= 100.5
}

// On phones floats stack in the order of the source.
function isReversed<Kind>(boxes: readonly Kind[], ordered: readonly Kind[]): boolean {
  return ordered.every((box, index) => box === boxes.at(-1 - index))
}

function cellAround(box: Box): Box {
  if (box.kind === 'stack' && box.when === undefined && box.each === undefined)
    return { ...box, valign: box.valign ?? 'top' }
  return { ...cellOf(box), valign: box.valign ?? 'top' }
}
