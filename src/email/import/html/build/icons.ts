import type { Style } from '../../../document/index.ts'
import { readBox, readColor, readLength } from '../../css/values.ts'
import { isBlank, type Element, elementsOf } from '../../tree/dom.ts'
import { readLink } from '../urls.ts'
import type { Box } from '../boxes/box.ts'
import { narrowPlace, readMetrics } from '../boxes/metrics.ts'
import { readIcons } from '../leaves/icons.ts'
import { readImage } from '../leaves/image.ts'
import { type InheritedStyle, styleInside } from '../inherited-style.ts'
import { type Page, cssOf } from '../page.ts'
import type { Container } from './container.ts'
import { isBare } from './table-row.ts'
import type { TableRow } from './table-rows.ts'
import { spacingOf } from './widths.ts'
import { regionOf } from '../regions.ts'

/** A cell with one image, linked or not, and nothing else. */
interface Item {
  cell: Element
  anchor: Element | undefined
  image: Element
  inherited: InheritedStyle
}

/**
 * Converts a table of one row to icons, if its cells contain small images of one size, such as links to social networks, and
 * add no width. Columns would be far apart on phones. Undefined for every other table.
 */
export function readIconTable(
  page: Page,
  table: Element,
  [row, more]: readonly TableRow[],
  container: Container,
): Box | undefined {
  if (row === undefined || more !== undefined || row.cells.length < 2 || row.cells.length > 20) return undefined
  if (row.regions.length + row.loops.size > 0 || row.source !== undefined) return undefined
  const css = cssOf(page, table).base
  if (css['width'] !== undefined || ![table, row.element, ...row.cells].every((one) => isBare(page, one)))
    return undefined
  const items = row.cells.map((cell) => itemOf(page, cell, container.inherited))
  if (!items.every((item) => item !== undefined)) return undefined
  const box = iconsOf(page, table, items, container)
  if (box === undefined) return undefined
  const { margin, pushed } = readMetrics(page, table, container.inherited, container.width)
  const around = container.around ?? container.inherited
  box.margin = margin
  box.style = {
    ...box.style,
    innerPadding: spacingAround(page, items, { size: Number(box.draft?.['size']), spacing: spacingOf(page, table) }),
    align: alignOf(table.attributes['align']) ?? pushed ?? around.blockAlign ?? 'left',
  }
  const narrow = narrowPlace(page, table)
  if (narrow !== undefined) box.mobile = { ...box.mobile, align: narrow }
  return box
}

function itemOf(page: Page, cell: Element, around: InheritedStyle): Item | undefined {
  const only = onlyIn(cell)
  if (only === undefined) return undefined
  const inherited = styleInside(cell, cssOf(page, cell).base, around, page.isQuirky)
  if (only.name === 'img') return { cell, anchor: undefined, image: only, inherited }
  const css = cssOf(page, only).base
  const image = only.name === 'a' && css['display'] !== 'none' ? onlyIn(only) : undefined
  return image?.name === 'img'
    ? { cell, anchor: only, image, inherited: styleInside(only, css, inherited, page.isQuirky) }
    : undefined
}

function onlyIn(parent: Element): Element | undefined {
  const [only, other] = elementsOf(parent)
  return other === undefined && parent.children.every((child) => child.kind === 'element' || isBlank(child.text))
    ? only
    : undefined
}

function iconsOf(page: Page, table: Element, items: readonly Item[], { inherited, width }: Container): Box | undefined {
  const boxes = items.map((item) => {
    const link = item.anchor === undefined ? undefined : readLink(page, item.anchor.attributes)
    return link === 'unsupported' ? undefined : readImage(page, item.image, { inherited: item.inherited, link, width })
  })
  if (!boxes.every((box) => box !== undefined)) return undefined
  if (boxes.some(({ draft }) => (draft?.['height'] ?? draft?.['width']) !== draft?.['width'])) return undefined
  return readIcons(
    boxes.map(() => ({ kind: 'image' })),
    boxes,
    { element: table, inherited, width },
  )
}

// Each side gets half of the distance between two icons: paddings, cell spacing, and what their cells are wider than they.
function spacingAround(
  page: Page,
  items: readonly Item[],
  { size, spacing }: { size: number; spacing: number },
): NonNullable<Style['innerPadding']> {
  const boxes = items.map(({ cell, inherited }) => {
    const css = cssOf(page, cell).base
    const [top, right, bottom, left] = readBox('padding', (name) => css[name], 0, inherited.size)
    const free = Math.max(0, (readLength(css['width']) ?? 0) - size)
    const align = css['text-align'] ?? inherited.align
    const before = align === 'center' ? free / 2 : align === 'right' ? free : 0
    return [top, right + free - before, bottom, left + before] as const
  })
  const [first = [0, 0, 0, 0]] = boxes
  const gaps = boxes.slice(1).map((box, index) => box[3] + (boxes[index]?.[1] ?? 0) + spacing)
  const half = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length / 2
  return [first[0], half, first[2], half].map((side) =>
    Math.min(1000, Math.max(0, Math.round(side * 100) / 100)),
  ) as never
}

function alignOf(attribute: string | undefined): 'left' | 'center' | 'right' | undefined {
  const align = attribute?.toLowerCase()
  return align === 'left' || align === 'center' || align === 'right' ? align : undefined
}

interface Icon {
  anchor: Element | undefined
  image: Element
  inherited: InheritedStyle
  /** Top, right, bottom and left space around the image in px, summed over all wrappers. */
  around: number[]
}

/**
 * Converts small images of one size side by side, each in its own box or table, to icons. Most editors write links to social
 * networks this way; as columns they would stack on phones. Undefined for everything else.
 */
export function readIconFloaters(page: Page, floaters: readonly Element[], container: Container): Box | undefined {
  const [first] = floaters
  if (first === undefined || floaters.length < 2 || floaters.length > 20) return undefined
  const icons: Icon[] = []
  for (const element of floaters) {
    const icon = iconIn(page, element, { inherited: container.inherited, around: [0, 0, 0, 0] })
    if (icon === undefined) return undefined
    icons.push(icon)
  }
  const boxes = icons.map(({ anchor, image, inherited }) => {
    const link = anchor === undefined ? undefined : readLink(page, anchor.attributes)
    return link === 'unsupported' ? undefined : readImage(page, image, { inherited, link, width: container.width })
  })
  if (!boxes.every((box) => box !== undefined)) return undefined
  const element = { ...first, end: floaters.at(-1)?.end ?? first.end }
  const imageAtoms = icons.map(() => ({ kind: 'image' }))
  const box = readIcons(imageAtoms, boxes, { element, inherited: container.inherited, width: container.width })
  if (box === undefined) return undefined
  box.style = { ...box.style, innerPadding: spacingBetween(icons) }
  return box
}

const maxDepth = 8

// Descends through boxes, tables, rows and cells that paint nothing, to a single image.
function iconIn(
  page: Page,
  element: Element,
  { inherited, around }: Pick<Icon, 'inherited' | 'around'>,
  depth = 0,
): Icon | undefined {
  if (depth > maxDepth || regionOf(element) !== undefined) return undefined
  const css = cssOf(page, element).base
  const inside = styleInside(element, css, inherited, page.isQuirky)
  if (element.name === 'img') return { anchor: undefined, image: element, inherited: inside, around }
  if (isRendered(css) || css['display'] === 'none') return undefined
  const only = onlyIn(element)
  if (only === undefined) return undefined
  const { padding, margin } = readMetrics(page, element, inside, 0)
  const more = around.map((side, index) => side + (padding.wide[index] ?? 0) + (margin.wide[index] ?? 0))
  const found = iconIn(page, only, { inherited: inside, around: more }, depth + 1)
  return found !== undefined && element.name === 'a' ? { ...found, anchor: element } : found
}

function isRendered(css: Record<string, string>): boolean {
  const face = readColor(css['background-color'])
  return (face !== undefined && face !== 'transparent') || (readLength(css['border-top-width']) ?? 0) > 0
}

// Each side gets half of the distance between two icons.
function spacingBetween(icons: readonly Icon[]): NonNullable<Style['innerPadding']> {
  const gaps = icons.slice(1).map(({ around }, index) => (around[3] ?? 0) + (icons[index]?.around[1] ?? 0))
  const half = Math.min(1000, Math.round((gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length) * 50) / 100)
  const [top = 0, , bottom = 0] = icons[0]?.around ?? []
  return [Math.min(1000, top), half, Math.min(1000, bottom), half]
}
