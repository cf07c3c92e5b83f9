import type { Box as Lengths, Style } from '../../../document/index.ts'
import { readColor, readLength } from '../../css/values.ts'
import { type Box, insets } from '../boxes/box.ts'
import { estimateHeight } from './estimate-height.ts'
import { collapseMargins, place } from '../boxes/margins.ts'
import { dropQuirkyMargins } from '../boxes/quirky-margins.ts'
import { naturalWidth } from '../boxes/content-width.ts'
import { type Metrics, hasVisibleContent, hasWords, readMetrics } from '../boxes/metrics.ts'
import { type Element, type Node, isBlankNode } from '../../tree/dom.ts'
import { readDivider } from '../leaves/divider.ts'
import { isButton } from '../leaves/atoms.ts'
import { draftInline, resizeSpacer } from '../leaves/inline.ts'
import { readList } from '../leaves/list.ts'
import { rawBox } from '../leaves/raw.ts'
import { spacerImageHeight } from '../leaves/spacer-image.ts'
import { type InheritedStyle, isInline, lineFactor, styleInside } from '../inherited-style.ts'
import { readLink } from '../urls.ts'
import { type Page, cssOf, warnOfHidden } from '../page.ts'
import { regionOf } from '../regions.ts'
import { applyRegion } from '../apply-region.ts'
import { boxOf, emptyBox } from './empty.ts'
import { type Floater, rowBeside, rowsOf } from './floating.ts'
import { flexRow } from './flex.ts'
import { readIconFloaters } from './icons.ts'
import { applyWidth } from './widths.ts'
import type { Container } from './container.ts'
import { buildTable } from './table.ts'

/** Builds the boxes of a block element: one, or none for hidden content. */
export function buildBlock(page: Page, element: Element, container: Container): Box[] {
  const region = regionOf(element)
  if (region !== undefined) return buildRegion(page, element, container)
  const css = cssOf(page, element)
  if (css.base['display'] === 'none') return buildHidden(page, element, container)
  const built = buildShown(page, element, container)
  if (css.narrow?.['display'] === 'none') for (const box of built) box.hide = 'mobile'
  return built
}

function buildShown(page: Page, element: Element, container: Container): Box[] {
  const css = cssOf(page, element).base
  if (
    Object.keys(element.attributes).some((name) => name.includes('\uf8f0')) ||
    unsupportedElements.has(element.name)
  ) {
    return [rawBox(page, element, container)]
  }
  const inherited = styleInside(element, css, container.inherited, page.isQuirky)
  if (element.name === 'table')
    return buildTable(page, element, { ...container, inherited, around: container.inherited })
  if (element.name === 'hr') return [readDivider(page, element, inherited, container.width)]
  if (element.name === 'ul' || element.name === 'ol') {
    const list = readList(page, element, inherited, container)
    if (list !== undefined) return list
  }
  return buildContainer(page, element, { ...container, inherited, around: container.inherited })
}

const unsupportedElements = new Set('form video select textarea input button fieldset map marquee'.split(' '))

/** `container.inherited` is the style inside the element. */
function buildContainer(page: Page, element: Element, container: Container): Box[] {
  const metrics = readMetrics(page, element, container.inherited, container.width)
  const { width, isOpen } = openWidth(page, element, metrics, container)
  const box = boxOf(element, metrics, width)
  const border = metrics.face.border
  const edge = border === undefined || border.sides?.includes('left') === false ? 0 : border.width
  const taken = isOpen ? 0 : metrics.padding.wide[1] + metrics.padding.wide[3] + 2 * edge
  const inside = { ...container, width: Math.max(20, width - taken), isOpen }
  const row = flexRow(page, element, inside, (item, share, align) =>
    buildFloater(page, item, {
      ...inside,
      width: share,
      isOpen: false,
      inherited: align === undefined ? inside.inherited : { ...inside.inherited, align },
    }),
  )
  box.children = row === undefined ? flow(page, element.children, inside) : [row]
  box.isFluid = metrics.width === undefined || metrics.isFluid
  box.isOpen = isOpen
  box.isFrame = container.isOpen && !isOpen
  if (!isOpen || metrics.width !== undefined)
    place(box, metrics, { width: container.width, inherited: container.around ?? container.inherited })
  collapseMargins(box, sealed.has(element.name) || box.face.border !== undefined)
  if (page.isQuirky && sealed.has(element.name)) dropQuirkyMargins(page, box)
  const height = spacerImageHeight(box, metrics.height)
  if (height !== undefined) return emptyBox({ ...box, children: [] }, { ...metrics, height }, container)
  if (box.children.length === 0) return emptyBox(box, metrics, container)
  if (!isOpen) applyWidth(page, box, metrics, container)
  reachHeight(page, box, metrics, container.inherited)
  asHeading(box)
  addLayers(page, box, container.inherited)
  return [box]
}

const sealed = new Set(['td', 'th', 'body', 'caption'])

// Until an element is narrower than the window, paddings are recorded and not subtracted from the width.
function openWidth(
  page: Page,
  element: Element,
  metrics: Metrics,
  container: Container,
): { width: number; isOpen: boolean } {
  const { margin } = metrics
  const max = container.isOpen ? page.width : Math.max(20, container.width - margin.wide[1] - margin.wide[3])
  if (!container.isOpen) return { width: Math.min(metrics.width ?? max, max), isOpen: false }
  if (page.squeezed.has(element)) return { width: page.width, isOpen: false }
  if (metrics.width === undefined || metrics.width > page.width + 1 || element.name === 'body')
    return { width: page.width, isOpen: true }
  return { width: Math.min(metrics.width, page.width), isOpen: false }
}

// Adds the phone and dark mode changes of the box, and of the texts in it that inherit its style.
function addLayers(page: Page, box: Box, inherited: InheritedStyle): void {
  const { narrow, dark } = cssOf(page, box.element)
  const words = box.children.filter(isWords)
  const own = narrow === undefined ? undefined : narrowText(narrow, inherited)
  if (own !== undefined)
    for (const leaf of leavesBelow(box, isWords)) leaf.mobile = { ...ownChanges(own, leaf, inherited), ...leaf.mobile }
  if (own?.align !== undefined)
    for (const leaf of leavesBelow(box, (one) => isInLine(page, one)))
      if (leaf.style?.align === (inherited.align ?? 'left')) leaf.mobile = { align: own.align, ...leaf.mobile }
  const background = readColor(dark?.['background-color'])
  if (background !== undefined && box.face.background !== undefined) box.dark = { ...box.dark, background }
  const color = readColor(dark?.['color'])
  if (color !== undefined && color !== 'transparent') for (const leaf of words) leaf.dark = { color, ...leaf.dark }
}

function isWords({ draft }: Box): boolean {
  return draft?.type === 'text' || draft?.type === 'heading'
}

const maxDepth = 12

function leavesBelow({ children }: Box, fits: (leaf: Box) => boolean, depth = 0): Box[] {
  if (depth > maxDepth) return []
  return children.flatMap((child) => (fits(child) ? [child] : leavesBelow(child, fits, depth + 1)))
}

const inLine = new Set(['image', 'icons', 'button'])

// Blocks and tables are not aligned as text.
function isInLine(page: Page, { draft, element }: Box): boolean {
  return inLine.has(draft?.type ?? '') && element.name !== 'table' && cssOf(page, element).base['display'] !== 'block'
}

// Text with its own size or alignment keeps it.
function ownChanges(own: Style, { style }: Box, inherited: InheritedStyle): Style {
  const out = { ...own }
  if (style?.size !== undefined && Math.abs(style.size - inherited.size) > 0.01) {
    delete out.size
    delete out.lineHeight
  }
  if (style?.align !== undefined && style.align !== inherited.align) delete out.align
  return out
}

function narrowText(css: Record<string, string>, inherited: InheritedStyle): Style | undefined {
  const size = readLength(css['font-size'])
  const line = css['line-height'] ?? pixelsOf(inherited.lineHeight, size)
  const align = css['text-align']
  const factor =
    line === undefined
      ? undefined
      : /^[\d.]+$/.test(line)
        ? Number(line)
        : (readLength(line) ?? 0) / (size ?? inherited.size)
  const style: Style = {}
  if (size !== undefined && size >= 1 && size <= 200) style.size = size
  if (factor !== undefined && factor >= 0.5 && factor <= 5) style.lineHeight = Math.round(factor * 1000) / 1000
  if (align === 'left' || align === 'center' || align === 'right') style.align = align
  return Object.keys(style).length === 0 ? undefined : style
}

// A line height in px stays as it is where the size of the text changes.
function pixelsOf(lineHeight: InheritedStyle['lineHeight'], size: number | undefined): string | undefined {
  return size !== undefined && lineHeight !== undefined && 'px' in lineHeight ? `${lineHeight.px}px` : undefined
}

// Text in h1 to h6 becomes a heading, of the closest level that documents support.
function asHeading({ element, children }: Box): void {
  const level = /^h([1-6])$/.exec(element.name)?.[1]
  const [only] = children
  if (level !== undefined && children.length === 1 && only?.draft?.type === 'text') {
    only.draft = { ...only.draft, type: 'heading', level: Math.min(4, Number(level)) }
  }
}

/** Boxes of at least this height in px, such as heroes, keep it. */
const minKeptHeight = 100
/** Px that an unpainted box must be higher than its content, whose height is an estimate. */
const minFree = 24
/** Maximum width of content on a phone, in px. */
const phoneWidth = 335

// What the content leaves of the declared height of a box becomes padding; CSS adds the padding of a box to its height
// (CSS 2.1, 10.6.3), except in quirks mode.
function padToHeight(page: Page, box: Box, { height, padding, face }: Metrics): void {
  if (height === undefined || height < minKeptHeight || height > 1000) return
  const isPainted = face.background !== undefined || face.backgroundImage !== undefined
  const { base } = cssOf(page, box.element)
  const isBorderBox = page.isQuirky || base['box-sizing'] === 'border-box'
  const valign = isCell(box) ? base['vertical-align'] : 'top'
  const padded = (layer: 'wide' | 'narrow', width: number) => {
    const [top, right, bottom, left] = box.padding[layer]
    const space = padding[layer][0] + padding[layer][2]
    const content = estimateHeight(box, layer, width) - box.margin[layer][0] - box.margin[layer][2] - top - bottom
    const excess = height - (isBorderBox ? space : 0) - content
    const free = excess < (isPainted ? 0 : minFree) ? 0 : excess
    const above = valign === 'top' || valign === 'baseline' ? 0 : valign === 'bottom' ? free : free / 2
    return [top + above, right, bottom + free - above, left] as const
  }
  box.padding = { wide: padded('wide', box.width), narrow: padded('narrow', Math.min(phoneWidth, box.width)) }
}

function isCell({ element }: Box): boolean {
  return element.name === 'td' || element.name === 'th'
}

// If a box is higher than its only line, the rest becomes space above and below.
function reachHeight(page: Page, box: Box, metrics: Metrics, inherited: InheritedStyle): void {
  const { height, narrowHeight, padding } = metrics
  const [only] = box.children
  if (box.children.length !== 1 || only?.kind !== 'leaf') return padToHeight(page, box, metrics)
  if (height === undefined || height > 600) return
  if (only.draft?.type === 'spacer') {
    const inset = isCell(box) ? verticalOf(padding) : 0
    return growSpacer(only, height - inset, narrowHeight === undefined ? undefined : narrowHeight - inset)
  }
  const isText = only.draft?.type === 'text' || only.draft?.type === 'heading'
  const imageHeight = only.draft?.type === 'image' ? Number(only.draft['height'] ?? 0) : 0
  const line = isText ? inherited.size * lineFactor(inherited) : imageHeight
  if (line === 0 || (isText && naturalWidth(page, box.element, inherited) > box.width)) return
  const inset = isCell(box) ? verticalOf(padding) : 0
  const container = height - line - verticalOf(only.margin) - inset
  if (container < 1) return
  const valign = cssOf(page, box.element).base['vertical-align']
  const above = (space: number) => (!isCell(box) || valign === 'top' ? 0 : valign === 'bottom' ? space : space / 2)
  const { wide, narrow } = only.margin
  only.margin = { wide: widened(wide, container, above(container)), narrow }
  if (!isText || naturalWidth(page, box.element, inherited) > phoneWidth) return
  const onPhones = Math.max(0, (narrowHeight ?? height) - line - narrow[0] - narrow[2] - inset)
  only.margin = { wide: only.margin.wide, narrow: widened(narrow, onPhones, above(onPhones)) }
}

function widened([top, right, bottom, left]: Lengths, space: number, above: number): Lengths {
  return [top + above, right, bottom + space - above, left]
}

function verticalOf({ wide }: Metrics['padding']): number {
  return wide[0] + wide[2]
}

// A cell of declared height with only a non-breaking space is the usual spacer of emails.
function growSpacer(spacer: Box, height: number, onPhone: number | undefined): void {
  const line = Number(spacer.draft?.['height'])
  const wide = Math.max(line, height - verticalOf(spacer.margin))
  const narrow = onPhone === undefined ? wide : Math.max(line, onPhone - verticalOf(spacer.margin))
  resizeSpacer(spacer, { wide, narrow })
}

function buildRegion(page: Page, element: Element, container: Container): Box[] {
  if (regionOf(element)?.kind === 'raw') return [rawBox(page, element, container)]
  const children = flow(page, element.children, container)
  if (children.length === 0) return []
  const box: Box = {
    kind: 'stack',
    element,
    face: {},
    padding: insets(0),
    margin: insets(0),
    width: container.width,
    isFluid: true,
    children,
    isSealed: true,
  }
  collapseMargins(box, false)
  return applyRegion(box, regionOf(element)) ? [box] : [rawBox(page, element, container)]
}

// Content visible only on phones, and content that is never visible.
function buildHidden(page: Page, element: Element, container: Container): Box[] {
  const narrow = cssOf(page, element).narrow
  const shown = narrow?.['display']
  if (shown === undefined || shown === 'none') {
    if (hasVisibleContent(page, { ...element, attributes: {} })) warnOfHidden(page)
    return []
  }
  const css = cssOf(page, element)
  const before = css.base
  css.base = { ...before, ...narrow, display: 'block' }
  const built = buildShown(page, element, container)
  css.base = before
  for (const box of built) box.hide = 'desktop'
  return built
}

/** Builds the boxes of content in flow order: lines, blocks and floats. */
export function flow(page: Page, nodes: readonly Node[], container: Container): Box[] {
  const out: Box[] = []
  let line: Node[] = []
  let floaters: Floater[] = []
  let beside: Floater | undefined
  const endLine = () => {
    if (line.length > 0) out.push(...lineBeside(page, beside, line, container))
    line = []
    beside = undefined
  }
  const endFloaters = () => {
    const elements = floaters.map(({ element }) => element)
    const icons = readIconFloaters(page, elements, container)
    if (icons !== undefined) out.push(icons)
    else if (floaters.length > 0)
      out.push(
        ...rowsOf(page, floaters, container, (one, width) =>
          buildFloater(page, one, { ...container, width, isOpen: false }),
        ),
      )
    floaters = []
  }
  const startLine = () => {
    const [only, other] = floaters
    if (line.length === 0 && other === undefined && only?.element.name === 'img') {
      beside = only
      floaters = []
    } else endFloaters()
  }
  for (const node of nodes) {
    if (isBlankNode(node)) {
      if (line.length > 0) line.push(node)
      continue
    }
    if (node.kind === 'text') {
      startLine()
      line.push(node)
      continue
    }
    const kind = kindOf(page, node)
    if (kind === 'none') continue
    if (kind === 'floater') {
      endLine()
      floaters.push({ element: node, side: sideOf(page, node) })
    } else if (kind === 'line') {
      startLine()
      line.push(node)
    } else {
      endLine()
      endFloaters()
      const build = kind === 'through' ? flowThrough : kind === 'link' ? buildLinkBlock : buildBlock
      out.push(...build(page, node, container))
    }
  }
  endLine()
  endFloaters()
  return out
}

/** Converts a line, and the image that floats before it. */
function lineBeside(page: Page, floater: Floater | undefined, line: readonly Node[], container: Container): Box[] {
  if (floater === undefined) return draftInline(page, line, container)
  const build = (element: Element, width: number) => buildFloater(page, element, { ...container, width, isOpen: false })
  const words = (width: number) => draftInline(page, line, { ...container, width })
  return (
    rowBeside(page, floater, container, { build, words }) ?? [
      ...rowsOf(page, [floater], container, build),
      ...words(container.width),
    ]
  )
}

// Its width is already resolved; a percentage would be resolved a second time, against that width.
function buildFloater(page: Page, element: Element, container: Container): Box {
  const css = cssOf(page, element).base
  if (element.name !== 'img') for (const name of ['width', 'max-width', 'min-width']) delete css[name]
  const built =
    isInline(element) && element.name !== '#region'
      ? draftInline(page, [element], container)
      : buildBlock(page, element, container)
  const [only] = built
  const box: Box =
    built.length === 1 && only !== undefined
      ? only
      : {
          kind: 'stack',
          element,
          face: {},
          padding: insets(0),
          margin: insets(0),
          width: container.width,
          isFluid: true,
          children: built,
          isSealed: true,
        }
  // Boxes in one line are aligned with each other, as cells are.
  const valign = css['vertical-align']
  if (css['float'] === undefined && (valign === 'middle' || valign === 'bottom')) box.valign = valign
  return box
}

// A link that is a painted block, of more than one line, is a box whose content is linked.
function buildLinkBlock(page: Page, element: Element, container: Container): Box[] {
  const link = readLink(page, element.attributes)
  if (link === 'unsupported' || link === undefined) return [rawBox(page, element, container)]
  return buildBlock(page, element, { ...container, link })
}

// An inline element around blocks, such as a link around a table, applies to everything inside.
function flowThrough(page: Page, element: Element, container: Container): Box[] {
  const css = cssOf(page, element).base
  const inherited = styleInside(element, css, container.inherited, page.isQuirky)
  const link = element.name === 'a' ? readLink(page, element.attributes) : undefined
  if (link === 'unsupported') return [rawBox(page, element, container)]
  const boxes = flow(page, element.children, { ...container, inherited, ...(link === undefined ? {} : { link }) })
  return link !== undefined && boxes.some(holdsHtml) ? [rawBox(page, element, container)] : boxes
}

function holdsHtml({ draft, children }: Box): boolean {
  return draft?.type === 'html' || children.some(holdsHtml)
}

function kindOf(page: Page, element: Element): 'none' | 'line' | 'floater' | 'block' | 'link' | 'through' {
  const { name } = element
  if (
    name === 'meta' ||
    name === 'link' ||
    name === 'title' ||
    name === 'col' ||
    name === 'colgroup' ||
    name === 'base'
  )
    return 'none'
  const css = cssOf(page, element).base
  const { display, float } = css
  const region = regionOf(element)
  if (region !== undefined) return holdsBlock(page, element) ? 'block' : 'line'
  if (display === 'none') {
    const isNeverShown = (cssOf(page, element).narrow?.['display'] ?? 'none') === 'none'
    return isNeverShown && isInline(element) && name !== 'img' ? 'line' : 'block'
  }
  const isFloating =
    float === 'left' ||
    float === 'right' ||
    (name === 'table' && /^(?:left|right)$/i.test(element.attributes['align'] ?? ''))
  if (isFloating && (!isInline(element) || name === 'img')) return 'floater'
  if (isInline(element)) {
    if (name === 'img' || name === 'br') return 'line'
    if (display === 'block' && name !== 'a' && isOwnBlock(css)) return 'block'
    if (display === 'block' && name === 'a' && isPaintedLink(page, element)) return 'link'
    return holdsBlock(page, element) ? 'through' : 'line'
  }
  const isInLine = display === 'inline' || (display === 'inline-block' && css['width'] === undefined)
  if (name === 'li' && isInLine && !holdsBlock(page, element)) return 'line'
  return display === 'inline-block' || display === 'inline-table' || display === 'table-cell' || display === 'inline'
    ? 'floater'
    : 'block'
}

// A block that only ends lines is part of the text around it; one with its own place is not.
function isOwnBlock(css: Record<string, string>): boolean {
  const isSpaced = [css['margin-top'], css['margin-bottom']].some((margin) => (readLength(margin) ?? 0) > 0)
  return readLength(css['width']) !== undefined || css['text-align'] !== undefined || isSpaced
}

// One line is a button.
function isPaintedLink(page: Page, element: Element): boolean {
  const { base } = cssOf(page, element)
  const background = readColor(base['background-color'])
  const isPainted = (background !== undefined && background !== 'transparent') || base['border-top-style'] !== undefined
  return isPainted && element.attributes['href'] !== undefined && !isButton(page, element) && hasWords(element)
}

function sideOf(page: Page, element: Element): 'left' | 'right' | undefined {
  const css = cssOf(page, element).base
  const side = css['float'] ?? element.attributes['align']?.toLowerCase()
  return side === 'left' || side === 'right' ? side : undefined
}

function holdsBlock(page: Page, element: Element): boolean {
  const known = page.blocks.get(element)
  if (known !== undefined) return known
  const holds = stylesForBlock(page, element)
  page.blocks.set(element, holds)
  return holds
}

function stylesForBlock(page: Page, element: Element): boolean {
  return element.children.some(
    (child) =>
      child.kind === 'element' &&
      cssOf(page, child).base['display'] !== 'none' &&
      (!isInline(child) ? child.name !== 'wbr' : holdsBlock(page, child)),
  )
}
