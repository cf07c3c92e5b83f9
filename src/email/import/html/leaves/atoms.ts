import type { Box as Lengths, Link, LinkRole } from '../../../document/index.ts'
import { readBox, readColor, readBorder, minVisibleSize } from '../../css/values.ts'
import { isSilent, nativeOf, splitTags } from '../../tags/extracted.ts'
import { type Element, type Node, findElement, textOf } from '../../tree/dom.ts'
import { type InheritedStyle, styleInside } from '../inherited-style.ts'
import { type Page, cssOf, warnOfHidden } from '../page.ts'
import { regionOf } from '../regions.ts'
import { readLink } from '../urls.ts'
import type { Atom } from './atom.ts'
import { joinFallbacks, flattenBranches } from './branches.ts'

interface AtomContext {
  inherited: InheritedStyle
  link: Link | undefined
}

/** As readPieces, with the tags of conditions and loops in the text. */
export function readAtoms(page: Page, nodes: readonly Node[], inherited: InheritedStyle): Atom[] {
  return flattenBranches(joinFallbacks(readPieces(page, nodes, inherited)), inherited)
}

/** Pieces of inline content in order; white space is unchanged, hidden content omitted. */
export function readPieces(page: Page, nodes: readonly Node[], inherited: InheritedStyle): Atom[] {
  const atoms: Atom[] = []
  addNodes(page, nodes, { inherited, link: undefined }, atoms)
  return atoms
}

function addNodes(page: Page, nodes: readonly Node[], place: AtomContext, atoms: Atom[]): void {
  let before: Node | undefined
  for (const node of nodes) {
    if (before !== undefined) addGap(page, [before, node], place, atoms)
    addNode(page, node, place, atoms)
    before = node
  }
}

/** The smallest margin between words that is visible as a gap, in px. */
const minGap = 3
const maxSpaces = 12
/** Width of a space in common fonts, as a fraction of the font size. */
const spaceWidth = 0.28

// Rich text has no margins, so CSS spacing between neighbors becomes spaces of about that width.
function addGap(page: Page, [before, after]: readonly [Node, Node], place: AtomContext, atoms: Atom[]): void {
  const last = atoms.at(-1)
  if (last === undefined || (last.kind !== 'tag' && (last.kind !== 'text' || /\s$/.test(last.text)))) return
  if (after.kind === 'element' && (after.name === 'br' || after.name === 'img')) return
  const gap =
    sideWidth(page, before, 'right', place.inherited.size) + sideWidth(page, after, 'left', place.inherited.size)
  // Less than half a space separates no words.
  if (
    gap < Math.max(minGap, (place.inherited.size * spaceWidth) / 2) ||
    /^$|^[\s.,;:!?)\]]/.test(after.kind === 'text' ? after.text : textOf(after))
  )
    return
  const count = Math.min(maxSpaces, Math.max(1, Math.round(gap / (place.inherited.size * spaceWidth))))
  const inherited = { ...place.inherited, color: last.inherited.color }
  atoms.push({ kind: 'text', text: `${'\u00a0'.repeat(count - 1)} `, ...place, inherited })
}

function sideWidth(page: Page, node: Node, side: 'left' | 'right', em: number): number {
  if (node.kind === 'text' || regionOf(node) !== undefined) return 0
  const css = cssOf(page, node).base
  if (css['display'] === 'none') return 0
  const at = side === 'left' ? 3 : 1
  const floatGap = css['float'] === 'left' || css['float'] === 'right' ? minGap : 0
  return Math.max(
    floatGap,
    readBox('margin', (name) => css[name], 0, em)[at] + readBox('padding', (name) => css[name], 0, em)[at],
  )
}

/** Values of `display` that start and end a line, whatever the element. */
const blockDisplay = /^(?:block|flex|grid|table|list-item|flow-root)$/

/** Maximum number of blank pieces inspected between two words. */
const maxBlanks = 20

// Separates block content from the text around it by one line break on each side that has text.
function endLine(atoms: Atom[]): void {
  const last = atoms.slice(-maxBlanks).findLast((atom) => atom.kind !== 'text' || /[^ \t\n\r\f]/.test(atom.text))
  if (last !== undefined && last.kind !== 'break') atoms.push({ kind: 'break' })
}

function addNode(page: Page, node: Node, place: AtomContext, atoms: Atom[]): void {
  if (node.kind === 'text') return addText(page, node.text, place, atoms)
  const css = cssOf(page, node).base
  if (css['display'] === 'none' && textOf(node).trim() !== '') warnOfHidden(page)
  if (css['display'] === 'none' || node.name === 'meta' || node.name === 'link' || node.name === 'title') return
  if (node.name === 'br') {
    atoms.push({ kind: 'break' })
    return
  }
  if (node.name === 'img') {
    atoms.push({
      kind: 'image',
      element: node,
      ...place,
      inherited: styleInside(node, css, place.inherited, page.isQuirky),
    })
    // What follows a block is in a line of its own, as is a line break.
    if (css['display'] === 'block') atoms.push({ kind: 'break' })
    return
  }
  const region = regionOf(node)
  if (region !== undefined && region.kind !== 'raw') {
    const inner: Atom[] = []
    addNodes(page, node.children, place, inner)
    const isNothing = inner.every((atom) => atom.kind === 'text' && atom.text.trim() === '')
    if (!isNothing || region.kind === 'native') atoms.push({ kind: 'branch', region, atoms: inner })
    return
  }
  if (region !== undefined || unsupportedElements.has(node.name) || Object.keys(node.attributes).some(isTagName)) {
    atoms.push({ kind: 'unsupported' })
    return
  }
  const isBlock = blockDisplay.test(css['display'] ?? '')
  if (isBlock) endLine(atoms)
  addInline(page, node, css, place, atoms)
  if (isBlock) endLine(atoms)
}

function addInline(page: Page, node: Element, css: Record<string, string>, place: AtomContext, atoms: Atom[]): void {
  const inherited = styleInside(node, css, place.inherited, page.isQuirky)
  const inside: AtomContext = { inherited, link: place.link }
  if (node.name === 'a') {
    const link = readLink(page, node.attributes)
    if (link === 'unsupported') {
      if (textOf(node).trim() !== '' || node.children.length > 0) atoms.push({ kind: 'unsupported' })
      return
    }
    inside.link = link
    if (isButton(page, node)) {
      atoms.push({ kind: 'button', element: node, inherited, link })
      return
    }
  }
  const role = linkElements.get(node.name)
  if (role !== undefined) inside.link ??= { role }
  if (node.name === 'span' && place.link === undefined && css['display'] === 'inline-block' && isButton(page, node)) {
    if (findElement(node, ({ name }) => name === 'a') === undefined) {
      atoms.push({ kind: 'button', element: node, inherited, link: undefined })
      return
    }
  }
  if (inherited.size >= minVisibleSize) inherited.size = Math.max(1, inherited.size)
  const face = readColor(css['background-color'])
  if (face !== undefined && face !== 'transparent') inherited.background = face
  addNodes(page, node.children, inside, atoms)
}

// Elements of Campaign Monitor, which are links.
const linkElements = new Map<string, LinkRole>([
  ['unsubscribe', 'unsubscribe'],
  ['webversion', 'view'],
  ['preferences', 'preferences'],
  ['forwardtoafriend', 'forward'],
])

const unsupportedElements = new Set(
  'video picture input button select textarea form map area progress meter ruby marquee'.split(' '),
)

function isTagName(name: string): boolean {
  return name.includes('\uf8f0')
}

function addText(page: Page, text: string, place: AtomContext, atoms: Atom[]): void {
  if (place.inherited.size < minVisibleSize) return
  for (const part of splitTags(text, page.tags)) {
    if (typeof part === 'string') atoms.push({ kind: 'text', text: part, ...place })
    else if (part.kind === 'opaque' && part.isPlain) atoms.push({ kind: 'text', text: part.source, ...place })
    else if (part.kind !== 'comment') {
      const native = nativeOf(part)
      if (part.kind === 'value')
        atoms.push({ kind: 'tag', liquid: part.liquid, source: native ?? part.liquid, ...place })
      else
        atoms.push(
          native === undefined
            ? { kind: 'unsupported' }
            : { kind: 'tag', liquid: native, source: native, ...place, ...(isSilent(part) ? { isSilent: true } : {}) },
        )
    }
  }
}

/** True if a link looks like a button: padding with a background or border. */
export function isButton(page: Page, element: Element): boolean {
  const { css, padding } = faceOf(page, element)
  const declared = (name: string) => css[name]
  const border = readBorder(declared, 16, '#000000')
  const face = readColor(css['background-color'])
  const hasFace = (face !== undefined && face !== 'transparent') || (border !== undefined && border.sides === undefined)
  const isWide = border?.sides === undefined && (border?.width ?? 0) >= 5
  const isSized = css['width'] !== undefined || css['line-height'] !== undefined
  const isBlock = css['display'] === 'inline-block' || css['display'] === 'block'
  if (!hasFace || !(padding[1] + padding[3] >= 6 || isWide || (isBlock && isSized))) return false
  return textOf(element).trim() !== '' && !hasImage(page, element)
}

/** The element that paints the background of a link, either the link or its only child, and the padding around its text. */
export function faceOf(page: Page, anchor: Element): { css: Record<string, string>; padding: Lengths } {
  let css = cssOf(page, anchor).base
  let isFaced = hasColor(css)
  let padding: Lengths = readBox('padding', (name) => css[name], 0, 16)
  for (let at = onlyChild(anchor); at !== undefined; at = onlyChild(at)) {
    const own = cssOf(page, at).base
    const container = readBox('padding', (name) => own[name], 0, 16)
    if (!isFaced && hasColor(own)) {
      css = { ...css, ...own }
      padding = container
      isFaced = true
    } else
      padding = [
        padding[0] + container[0],
        padding[1] + container[1],
        padding[2] + container[2],
        padding[3] + container[3],
      ]
  }
  return { css, padding }
}

function hasColor(css: Record<string, string>): boolean {
  const face = readColor(css['background-color'])
  const border = readBorder((name) => css[name], 16, '#000000')
  return (face !== undefined && face !== 'transparent') || (border !== undefined && border.sides === undefined)
}

function onlyChild(element: Element): Element | undefined {
  const shown = element.children.filter((child) => child.kind === 'element' || child.text.trim() !== '')
  const [only] = shown
  return shown.length === 1 && only?.kind === 'element' && wrappers.has(only.name) ? only : undefined
}

const wrappers = new Set(['span', 'div', 'strong', 'b', 'em', 'font'])

function hasImage(page: Page, element: Element): boolean {
  return element.children.some(
    (child) =>
      child.kind === 'element' &&
      (child.name === 'img' ||
        child.name === 'table' ||
        child.name === 'br' ||
        (cssOf(page, child).base['display'] === 'block' && onlyChild(element) !== child) ||
        hasImage(page, child)),
  )
}
