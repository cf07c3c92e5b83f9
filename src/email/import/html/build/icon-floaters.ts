import type { Style } from '../../../document/index.ts'
import { readColor, readLength } from '../../css/values.ts'
import { isBlank } from '../../tree/blank.ts'
import { type Element, elementsOf } from '../../tree/dom.ts'
import { readLink } from '../urls.ts'
import type { Box } from '../boxes/box.ts'
import { readMetrics } from '../boxes/metrics.ts'
import { readIcons } from '../leaves/icons.ts'
import { readImage } from '../leaves/image.ts'
import { type InheritedStyle, styleInside } from '../inherited-style.ts'
import { type Page, cssOf } from '../page.ts'
import { regionOf } from '../regions.ts'
import type { Container } from './container.ts'

interface Icon {
  anchor: Element | undefined
  image: Element
  inherited: InheritedStyle
  /** Top, right, bottom and left room in px around the image, all wrappers together. */
  around: number[]
}

/**
 * Small images of one size that stand side by side, each in a box or table of its own, such as the links to social networks of
 * most editors, as icons: as columns they would stand one below the other on phones. Undefined for everything else.
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
    return link === 'unsayable' ? undefined : readImage(page, image, { inherited, link, width: container.width })
  })
  if (!boxes.every((box) => box !== undefined)) return undefined
  const element = { ...first, end: floaters.at(-1)?.end ?? first.end }
  const things = icons.map(() => ({ kind: 'image' }))
  const box = readIcons(things, boxes, { element, inherited: container.inherited, width: container.width })
  if (box === undefined) return undefined
  box.style = { ...box.style, innerPadding: spacingAround(icons) }
  return box
}

const maxDepth = 8

// Through boxes, tables, rows and cells that render nothing, to the one image in them.
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

function onlyIn(parent: Element): Element | undefined {
  const [only, other] = elementsOf(parent)
  return other === undefined && parent.children.every((child) => child.kind === 'element' || isBlank(child.text))
    ? only
    : undefined
}

// Half of what is between two of them on each side.
function spacingAround(icons: readonly Icon[]): NonNullable<Style['innerPadding']> {
  const gaps = icons.slice(1).map(({ around }, index) => (around[3] ?? 0) + (icons[index]?.around[1] ?? 0))
  const half = Math.min(1000, Math.round((gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length) * 50) / 100)
  const [top = 0, , bottom = 0] = icons[0]?.around ?? []
  return [Math.min(1000, top), half, Math.min(1000, bottom), half]
}
