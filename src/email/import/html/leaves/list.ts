import type { Box as Lengths, List, ListItem } from '../../../document/index.ts'
import { readLength } from '../../css/values.ts'
import type { Box, Insets } from '../boxes/box.ts'
import { readMetrics } from '../boxes/metrics.ts'
import { type Element, type Node, elementsOf } from '../../tree/dom.ts'
import { type InheritedStyle, styleInside } from '../inherited-style.ts'
import { type Page, cssOf } from '../page.ts'
import type { Atom } from './atom.ts'
import { readAtoms } from './atoms.ts'
import { leafBox } from './raw.ts'
import { collapseSpace, commonStyle, textStyle, writeRuns } from './text.ts'

/** Converts a list to a text block; undefined if an item contains more than text or the markers are hidden. */
export function readList(
  page: Page,
  element: Element,
  inherited: InheritedStyle,
  { width }: { width: number },
): Box[] | undefined {
  if (
    cssOf(page, element).base['list-style-type'] === 'none' ||
    /\bnone\b/.test(cssOf(page, element).base['list-style'] ?? '')
  )
    return undefined
  // Items in one line have no markers.
  if (elementsOf(element).some((item) => (cssOf(page, item).base['display'] ?? '').startsWith('inline')))
    return undefined
  const atoms: Atom[] = []
  const read = readItems(page, element, inherited, atoms, 1)
  if (read === undefined || read.length === 0) return undefined
  const common = commonStyle(atoms, inherited, page.isQuirky)
  const list = writeList(
    { ordered: element.name === 'ol', items: read, ...spacingOf(page, element, inherited) },
    common,
  )
  const box = leafBox(element, { type: 'text', text: [list] }, { width, style: textStyle(common) })
  const { padding, margin } = readMetrics(page, element, inherited, width)
  // Markers are to the left of the items, whether padding or a margin makes space for them.
  const indent = Math.max(0, padding.wide[3] + margin.wide[3] - 1.5 * common.size)
  const outer = { wide: withoutLeft(margin.wide), narrow: withoutLeft(margin.narrow) }
  const items = elementsOf(element)
  const [first, last] = [items[0], items.at(-1)]
  const above = first === undefined ? noEdge : edgeOf(page, first, 'top', common.size)
  const below = last === undefined ? noEdge : edgeOf(page, last, 'bottom', common.size)
  box.margin = reachedBy(outer, above.margin, below.margin)
  const side = {
    wide: [padding.wide[0] + above.padding, padding.wide[1], padding.wide[2] + below.padding, indent],
    narrow: [padding.narrow[0] + above.padding, padding.narrow[1], padding.narrow[2] + below.padding, indent],
  } as const
  box.padding = side
  return [box]
}

function withoutLeft([top, right, bottom]: Lengths): Lengths {
  return [top, right, bottom, 0]
}

const noEdge = { margin: 0, padding: 0 }

// The margins of the first and the last item extend beyond the list (CSS 2.1, 8.3.1).
function reachedBy({ wide, narrow }: Insets, above: number, below: number): Insets {
  const reach = ([top, right, bottom, left]: Lengths): Lengths => [
    Math.max(top, above),
    right,
    Math.max(bottom, below),
    left,
  ]
  return { wide: reach(wide), narrow: reach(narrow) }
}

interface ReadItem {
  atoms: Atom[]
  list?: ReadList
}

interface ReadList {
  ordered: boolean
  spacing?: number
  items: ReadItem[]
}

const maxSpacing = 100

// The space between most items; that of the document is the same between all of them.
function spacingOf(page: Page, element: Element, { size }: InheritedStyle): { spacing?: number } {
  const items = elementsOf(element).filter((item) => !isListElement(item))
  const gaps = items.slice(1).map((item, index) => {
    const above = edgeOf(page, items[index] as Element, 'bottom', size)
    const below = edgeOf(page, item, 'top', size)
    return Math.round(above.padding + below.padding + Math.max(above.margin, below.margin))
  })
  const spacing = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0
  return spacing < 1 ? {} : { spacing: Math.min(maxSpacing, spacing) }
}

/** Space in px at an end of an item, and of the paragraph there; margins collapse with those outside, padding does not. */
function edgeOf(page: Page, item: Element, side: 'top' | 'bottom', size: number): { margin: number; padding: number } {
  const at = (element: Element, name: 'margin' | 'padding') =>
    Math.max(0, readLength(cssOf(page, element).base[`${name}-${side}`], size) ?? 0)
  const nodes = item.children.filter((node) => node.kind === 'element' || node.text.trim() !== '')
  const edge = side === 'top' ? nodes[0] : nodes.at(-1)
  const inner = edge?.kind === 'element' && edge.name === 'p' ? at(edge, 'margin') : 0
  const padding = at(item, 'padding')
  if (padding > 0) return { margin: at(item, 'margin'), padding: padding + inner }
  return { margin: Math.max(at(item, 'margin'), inner), padding }
}

function readItems(
  page: Page,
  element: Element,
  inherited: InheritedStyle,
  all: Atom[],
  depth: number,
): ReadItem[] | undefined {
  const items: ReadItem[] = []
  for (const child of element.children) {
    if (child.kind === 'text') {
      if (child.text.trim() !== '') return undefined
      continue
    }
    // A list right in a list is displayed as one of the item before, and programs such as Google Docs write it.
    const above = items.at(-1)
    if (isListElement(child) && above !== undefined && above.list === undefined && depth <= 3) {
      const list = readInner(page, child, inherited, all, depth)
      if (list === undefined) return undefined
      above.list = list
      continue
    }
    if (child.name !== 'li') return undefined
    const inside = styleInside(child, cssOf(page, child).base, inherited, page.isQuirky)
    const nested = elementsOf(child).filter(isListElement)
    const lines: Node[] = child.children.filter((node) => node.kind === 'text' || !nested.includes(node))
    if (
      nested.length > 1 ||
      depth > 3 ||
      lines.some((node) => node.kind === 'element' && node.name !== 'p' && !isSimple(node))
    )
      return undefined
    const atoms = collapseSpace(itemAtoms(page, lines, inside))
    if (atoms.some((atom) => atom.kind === 'image' || atom.kind === 'button' || atom.kind === 'unsupported'))
      return undefined
    all.push(...atoms)
    const item: ReadItem = { atoms }
    const [inner] = nested
    if (inner !== undefined) {
      const list = readInner(page, inner, inside, all, depth)
      if (list === undefined) return undefined
      item.list = list
    }
    items.push(item)
  }
  return items
}

function readInner(
  page: Page,
  element: Element,
  inherited: InheritedStyle,
  all: Atom[],
  depth: number,
): ReadList | undefined {
  const items = readItems(page, element, inherited, all, depth + 1)
  return items === undefined
    ? undefined
    : { ordered: element.name === 'ol', items, ...spacingOf(page, element, inherited) }
}

function isListElement({ name }: Element): boolean {
  return name === 'ul' || name === 'ol'
}

// Paragraphs in an item become its lines.
function itemAtoms(page: Page, nodes: readonly Node[], inherited: InheritedStyle): Atom[] {
  const atoms: Atom[] = []
  for (const node of nodes) {
    if (node.kind === 'element' && node.name === 'p') {
      const inside = styleInside(node, cssOf(page, node).base, inherited, page.isQuirky)
      if (atoms.some((atom) => atom.kind !== 'text' || atom.text.trim() !== '')) atoms.push({ kind: 'break' })
      atoms.push(...readAtoms(page, node.children, inside))
    } else atoms.push(...readAtoms(page, [node], inherited))
  }
  return atoms
}

const simple = new Set('a b strong em i u span font small big sub sup code br s strike del ins'.split(' '))

function isSimple(element: Element): boolean {
  return simple.has(element.name) && elementsOf(element).every(isSimple)
}

function writeList({ items, ...look }: ReadList, inherited: InheritedStyle): List {
  return {
    type: 'list',
    ...look,
    items: items.map(({ atoms, list }): ListItem => {
      const runs = writeRuns(atoms, inherited)
      return list === undefined ? { runs } : { runs, list: writeList(list, inherited) }
    }),
  }
}
