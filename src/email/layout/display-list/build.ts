import type { Lines } from '../boxes/box.ts'
import type { BoxPaint, Fragment, RunPaint } from '../flow/fragment.ts'
import { type Four, four } from '../style/computed-style.ts'
import type { SizeOf } from '../flow/flow.ts'
import { meanOf } from '../style/gradients.ts'
import { type Rect, type Tile, gradientArea, tileOf } from './background.ts'
import { type DisplayGradient, resolveGradient } from './gradient.ts'
import type { DisplayList, DisplayItem, DisplayText } from './display-list.ts'

/** Flattens a laid out page to paint operations, snapped to whole pixels as in browsers. */
export function renderPage(page: Fragment, sizeOf: SizeOf): DisplayList {
  const items: DisplayItem[] = []
  add(page, { x: 0, y: 0 }, items, { sizeOf, paragraphs: new Map(), count: 0 })
  return { width: page.width, height: Math.round(page.height), items }
}

interface Drawer {
  sizeOf: SizeOf
  /** Paragraph numbers by lines. */
  paragraphs: Map<Lines, number>
  count: number
}

function add(fragment: Fragment, around: { x: number; y: number }, items: DisplayItem[], drawer: Drawer): void {
  const [x, y] = [around.x + fragment.x, around.y + fragment.y]
  const rect = snap(x, y, fragment.width, fragment.height)
  const { box } = fragment
  const inside: DisplayItem[] = []
  if (fragment.href !== undefined && rect.width > 0 && rect.height > 0)
    inside.push({ kind: 'link', ...rect, href: fragment.href })
  if (fragment.run !== undefined)
    inside.push(runOf(fragment, fragment.run, { x, y, paragraph: paragraphOf(fragment.run, drawer) }))
  if (fragment.replaced !== undefined) addImage(fragment, x, y, inside)
  for (const child of fragment.children) add(child, { x, y }, inside, drawer)
  const own: DisplayItem[] = []
  if (box !== undefined && isPainted(box) && rect.width > 0 && rect.height > 0) {
    const { background, border, radius } = box
    const gradients = gradientsOf(box, rect)
    own.push({ kind: 'box', ...rect, background, border, radius, image: imageOf(box, rect, drawer.sizeOf), gradients })
  }
  const clipped = clip(box, rect, inside)
  const isFaint = box !== undefined && box.opacity < 1
  // Opacity applies to the box with its content as a group.
  if (isFaint)
    items.push({
      kind: 'group',
      ...rect,
      radius: sharp,
      clips: false,
      opacity: box.opacity,
      items: [...own, ...clipped],
    })
  else for (const item of [...own, ...clipped]) items.push(item)
}

const sharp: Four<number> = [0, 0, 0, 0]

/** Px; preview texts are hidden in boxes that are no larger. */
const invisible = 1

function clip(box: BoxPaint | undefined, rect: Rect, items: DisplayItem[]): readonly DisplayItem[] {
  if (box?.clips !== true) return items
  if (Math.min(rect.width, rect.height) <= invisible) return []
  return isRounded(box.radius) ? [clipOf(box, rect, items)] : items
}

function clipOf({ radius, border }: BoxPaint, rect: Rect, items: readonly DisplayItem[]): DisplayItem {
  const inner = inset(
    rect,
    four(border, ({ width }) => width),
  )
  return { kind: 'group', ...inner, radius: shrink(radius, border[0].width), clips: true, opacity: 1, items }
}

function paragraphOf({ lines }: RunPaint, drawer: Drawer): number {
  const known = lines && drawer.paragraphs.get(lines)
  if (known !== undefined) return known
  const number = drawer.count++
  if (lines !== undefined) drawer.paragraphs.set(lines, number)
  return number
}

function runOf(
  { width, height }: Fragment,
  run: RunPaint,
  { x, y, paragraph }: { x: number; y: number; paragraph: number },
): DisplayText {
  const { text, computed, meaning, direction } = run
  const baseline = Math.round(y + run.baseline)
  return {
    kind: 'text',
    x,
    y: baseline - run.baseline,
    width,
    height,
    text,
    direction,
    paragraph,
    baseline,
    meaning,
    face: computed.face,
    size: computed.size,
    color: computed.color,
    spacing: computed.letterSpacing + computed.wider * computed.size,
    underline: computed.underline,
    lineThrough: computed.lineThrough,
  }
}

function addImage({ replaced, box, width, height }: Fragment, x: number, y: number, items: DisplayItem[]): void {
  if (replaced === undefined || box === undefined) return
  const [top, right, bottom, left] = replaced.inset
  const rect = snap(x + left, y + top, width - left - right, height - top - bottom)
  const { src, alt, meaning } = replaced
  if (rect.width > 0 && rect.height > 0) {
    items.push({ kind: 'picture', ...rect, src, alt, meaning, radius: shrink(box.radius, box.border[0].width) })
  }
}

function gradientsOf({ gradients: layers, border }: BoxPaint, rect: Rect): DisplayGradient[] {
  const area = inset(
    rect,
    four(border, ({ width }) => width),
  )
  if (layers === undefined || area.width <= 0 || area.height <= 0) return []
  const tile = gradientArea(layers, area)
  return layers.gradients.map((gradient, index) => ({
    ...tile,
    ...resolveGradient(gradient, tile),
    mean: meanOf(gradient),
    isOverImage: index < layers.above,
  }))
}

function imageOf({ image, border }: BoxPaint, rect: Rect, sizeOf: SizeOf): Tile | undefined {
  const natural = image === undefined ? undefined : sizeOf(image.src)
  if (image === undefined || natural === undefined) return undefined
  return tileOf(
    image,
    inset(
      rect,
      four(border, ({ width }) => width),
    ),
    natural,
  )
}

function snap(x: number, y: number, width: number, height: number): Rect {
  const [left, top] = [Math.round(x), Math.round(y)]
  return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top }
}

function inset({ x, y, width, height }: Rect, [top, right, bottom, left]: Four<number>): Rect {
  return { x: x + left, y: y + top, width: width - left - right, height: height - top - bottom }
}

function shrink(radius: Four<number>, by: number): Four<number> {
  return four(radius, (one) => Math.max(0, one - by))
}

function isRounded(radius: Four<number>): boolean {
  return radius.some((one) => one > 0)
}

function isPainted({ background, gradients, image, border }: BoxPaint): boolean {
  return (
    background !== undefined || image !== undefined || gradients !== undefined || border.some(({ width }) => width > 0)
  )
}
