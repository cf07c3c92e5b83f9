import type { Link } from '../../../document/index.ts'
import { readBox } from '../../css/values.ts'
import { type Box, cellOf, insets } from '../boxes/box.ts'
import { textWidth } from '../boxes/content-width.ts'
import { isBlank, type Element, type Node } from '../../tree/dom.ts'
import { draftSpacer } from '../../spacer.ts'
import { type InheritedStyle, lineFactor } from '../inherited-style.ts'
import { type Page, cssOf, styledSourceOf } from '../page.ts'
import { type Region, regionOf } from '../regions.ts'
import { applyRegion } from '../apply-region.ts'
import type { Atom } from './atom.ts'
import { readPieces } from './atoms.ts'
import { joinFallbacks, readingsOf, flattenBranches } from './branches.ts'
import { marginOf, readButton } from './button.ts'
import { readIcons } from './icons.ts'
import { readImage, roundToPx, shownWidth } from './image.ts'
import { splitBranchLines } from './branch-lines.ts'
import { readMenu } from './menu.ts'
import { leafBox, rawSource, warnAt } from './raw.ts'
import { collapseSpace, commonStyle, paragraphOf, textStyle, writeRuns } from './text.ts'

interface InlineContext {
  inherited: InheritedStyle
  width: number
  link?: Link | undefined
}

export function spacerOf(element: Element, height: number, width: number): Box {
  return leafBox(element, draftSpacer(height), { width })
}

/** Gives a spacer other heights in px; by what one layer is higher, it gets a margin there. */
export function resizeSpacer(spacer: Box, { wide, narrow }: { wide: number; narrow: number }): void {
  const draft = draftSpacer(Math.min(wide, narrow))
  const [top, right, bottom, left] = spacer.margin.wide
  const [above, end, below, start] = spacer.margin.narrow
  spacer.draft = draft
  spacer.margin = {
    wide: [top, right, bottom + Math.max(0, Math.round(wide) - draft.height), left],
    narrow: [above, end, below + Math.max(0, Math.round(narrow) - draft.height), start],
  }
}

/** Converts a run of inline content to blocks, one below the other. */
export function draftInline(page: Page, nodes: readonly Node[], place: InlineContext): Box[] {
  const first = nodes[0] as Node
  const last = nodes.at(-1) as Node
  const parent = (first.kind === 'element' ? first.parent : first.parent) as Element
  const element: Element = { ...parent, children: [...nodes], start: startOf(first), end: endOf(last) }
  const menu = place.link === undefined ? readMenu(page, nodes, { ...place, element }) : undefined
  if (menu !== undefined) return [menu]
  const pieces = joinFallbacks(readPieces(page, nodes, place.inherited))
  return draftPieces(page, pieces, { ...place, element })
}

function draftPieces(page: Page, pieces: readonly Atom[], place: InlineElement): Box[] {
  return draftApart(page, pieces, place) ?? draftTogether(page, pieces, place)
}

function draftTogether(page: Page, pieces: readonly Atom[], place: InlineElement): Box[] {
  return draftReadings(page, pieces, place) ?? draftAtoms(page, flattenBranches(pieces, place.inherited), place)
}

// Whole lines that are conditional or repeated become separate blocks.
function draftApart(page: Page, pieces: readonly Atom[], place: InlineElement): Box[] | undefined {
  const parts = splitBranchLines(pieces)
  if (parts === undefined) return undefined
  const out: Box[] = []
  for (const part of parts) {
    if (!('branch' in part)) {
      const built = draftTogether(page, part.atoms, place)
      if (built.some(isRaw)) return undefined
      out.push(...built)
      continue
    }
    const { branch, sharesLine } = part
    const built = draftPieces(page, part.atoms, { ...place, element: { ...place.element, ...spanOf(branch.region) } })
    if (built.length === 0) continue
    const box = stackOf(built, place)
    if (built.some(isRaw) && branch.region.kind === 'each') return undefined
    if (!applyRegion(box, branch.region)) return undefined
    if (sharesLine) warnAt(page, box.element, 'LOOP_STACKED', 'Items that a loop repeats side by side are stacked.')
    out.push(box)
  }
  return out
}

function isRaw({ draft, children }: Box): boolean {
  return draft?.type === 'html' || children.some(isRaw)
}

function spanOf({ choice, index }: Region): { start: number; end: number } {
  const { start, end } = choice.branches[index] as Element
  return { start, end }
}

// Each variant of a line becomes a box with its condition; empty variants are omitted.
function draftReadings(page: Page, pieces: readonly Atom[], place: InlineElement): Box[] | undefined {
  const readings = readingsOf(pieces)
  if (readings === undefined) return undefined
  const out: Box[] = []
  for (const { atoms, when } of readings) {
    const inner = draftReadings(page, atoms, place) ?? draftAtoms(page, flattenBranches(atoms, place.inherited), place)
    if (inner.some(({ draft }) => draft?.type === 'html')) return undefined
    if (inner.length > 0) out.push({ ...stackOf(inner, place), when })
  }
  return out
}

function draftAtoms(page: Page, written: readonly Atom[], place: InlineElement): Box[] {
  const { element } = place
  const atoms = collapseSpace(written)
  if (!atoms.some((atom) => atom.kind !== 'text' || atom.text !== '')) return []
  const raw = () => [rawSource(page, { element, html: styledSourceOf(page, element) }, place)]
  if (atoms.some((atom) => atom.kind === 'unsupported')) return raw()
  return draftLines(page, atoms, place) ?? raw()
}

type InlineElement = InlineContext & { element: Element }

// The range of a node includes the template tags around it.
function startOf(node: Node): number {
  return node.kind === 'element' ? (regionOf(node)?.choice.from ?? node.start) : node.start
}

function endOf(node: Node): number {
  return node.kind === 'element' ? (regionOf(node)?.choice.to ?? node.end) : node.end
}

function stackOf(children: Box[], { element, width }: InlineElement): Box {
  const [padding, margin] = [insets(0), insets(0)]
  return { kind: 'stack', element, face: {}, padding, margin, width, isFluid: true, children, isSealed: true }
}

/** Undefined if images and words share a line. */
function draftLines(page: Page, atoms: readonly Atom[], place: InlineElement): Box[] | undefined {
  if (!atoms.some((atom) => atom.kind === 'image' || atom.kind === 'button')) {
    const text = textBox(page, atoms, place)
    return text === undefined ? [] : [text]
  }
  const out: Box[] = []
  let words: Atom[][] = []
  const endWords = (isLast: boolean) => {
    // The break before an image ends a line; one on a line of its own leaves an empty line.
    const isOpen = !isLast && words.at(-1)?.length === 0
    const text = words.length === 0 ? undefined : textBox(page, joined(isOpen ? [...words, []] : words), place)
    if (text !== undefined) out.push(text)
    words = []
  }
  for (const line of linesOf(atoms)) {
    const objects = line.filter((atom) => atom.kind === 'image' || atom.kind === 'button')
    const hasNoText = line.every((atom) =>
      atom.kind === 'tag' ? atom.isSilent : atom.kind !== 'text' || isBlank(atom.text),
    )
    if (objects.length === 0) {
      words.push([...line])
      continue
    }
    if (!hasNoText && !needsOwnLine(page, line, place)) {
      const written = line.flatMap((atom) => wordsOf(page, atom))
      if (written.some(({ kind }) => kind === 'image' || kind === 'unsupported')) return undefined
      words.push(written)
      continue
    }
    endWords(false)
    const hasNoTags = hasNoText && line.every(({ kind }) => kind !== 'tag')
    const built = hasNoTags ? objectRow(page, objects, place) : apart(page, line, place, hasNoText)
    if (built === undefined) return undefined
    out.push(...built)
  }
  endWords(true)
  return out
}

function joined(lines: readonly Atom[][]): Atom[] {
  return lines.flatMap((line, index) => (index === 0 ? line : [{ kind: 'break' as const }, ...line]))
}

type InlineObject = Extract<Atom, { kind: 'image' | 'button' }>

function linesOf(atoms: readonly Atom[]): Atom[][] {
  const lines: Atom[][] = [[]]
  for (const atom of atoms) {
    if (atom.kind === 'break') lines.push([])
    else lines.at(-1)?.push(atom)
  }
  return lines
}

// A button within text becomes a link.
function wordsOf(page: Page, atom: Atom): Atom[] {
  if (atom.kind !== 'button') return [atom]
  const { element, link, inherited } = atom
  return flattenBranches(readPieces(page, element.children, inherited), inherited).map((one) =>
    link === undefined ? one : withLink(one, link),
  )
}

// An image too wide for any word beside it has its own line. An image without a declared width is as wide as its container.
function needsOwnLine(page: Page, line: readonly Atom[], { width }: InlineElement): boolean {
  return (
    line.some(({ kind }) => kind === 'image') &&
    line.every(
      (atom) =>
        atom.kind !== 'image' || shownWidth(page, atom.element, { inherited: atom.inherited, width }) > width * 0.7,
    )
  )
}

// Separates words, images and, if there are only tags and no words, buttons into blocks, one below the other.
function apart(page: Page, line: readonly Atom[], place: InlineElement, hasNoText: boolean): Box[] | undefined {
  const out: Box[] = []
  let words: Atom[] = []
  for (const atom of line) {
    const isObject = atom.kind === 'image' || (atom.kind === 'button' && hasNoText)
    if (!isObject) {
      words.push(...wordsOf(page, atom))
      continue
    }
    const text = textBox(page, words, place)
    const object = objectBox(page, atom, place)
    if (object === undefined) return undefined
    out.push(...(text === undefined ? [] : [text]), object)
    words = []
  }
  const text = textBox(page, words, place)
  return text === undefined ? out : [...out, text]
}

/** Of a phone's width, the part that a line of images may take for certain; the rest is padding around it. */
const lineShare = 0.8

/** Arranges images and buttons side by side. */
function objectRow(page: Page, atoms: readonly Atom[], place: InlineElement): Box[] | undefined {
  const objects = atoms.filter((atom): atom is InlineObject => atom.kind === 'image' || atom.kind === 'button')
  const built = objects.map((atom) => objectBox(page, atom, place))
  if (built.some((box) => box === undefined)) return undefined
  const boxes = built as Box[]
  if (boxes.length === 1) return boxes
  const icons = readIcons(objects, boxes, place)
  if (icons !== undefined) return [icons]
  const widths = objects.map((atom, index) =>
    atom.kind === 'image'
      ? Number(boxes[index]?.draft?.['width'] ?? place.width)
      : buttonWidth(boxes[index] as Box, atom),
  )
  const used = widths.reduce((sum, width) => sum + width, 0)
  if (used > place.width + 1) return boxes
  const isOneLineOnPhones = objects.every(({ kind }) => kind === 'image') && used <= page.mobileWidth * lineShare
  const spaceBeside = (width: number): [number, number, number, number] => {
    const { align } = place.inherited
    const left = Math.max(0, width - used)
    const before = align === 'center' ? left / 2 : align === 'right' ? left : 0
    return [0, left - before, 0, before]
  }
  const children = boxes.map((box, index) => {
    const width = widths[index] ?? box.width
    // Its column may be wider on phones.
    if (objects[index]?.kind === 'image' && box.mobile === undefined) box.mobile = { width: roundToPx(width) }
    return { ...cellOf(box), width }
  })
  const first = outermostIn(place.element, (objects[0] as InlineObject).element)
  const last = outermostIn(place.element, (objects.at(-1) as InlineObject).element)
  const row: Box = {
    ...cellOf(boxes[0] as Box),
    kind: 'row',
    element: { ...place.element, start: first.start, end: last.end },
    width: place.width,
    children,
    stacking: isOneLineOnPhones ? 'keep' : 'stack',
  }
  row.padding = {
    wide: spaceBeside(place.width),
    // How wide a part of the content is on a phone is not known here.
    narrow: isOneLineOnPhones && place.width > page.width * 0.9 ? spaceBeside(page.mobileWidth) : [0, 0, 0, 0],
  }
  return [row]
}

// The element of the object or the outermost one around it in the range, such as its link.
function outermostIn(range: Element, element: Element): Element {
  const { start, end } = range
  const { parent } = element
  if (parent === undefined || parent.start < start || parent.end > end) return element
  return outermostIn(range, parent)
}

function buttonWidth(box: Box, { inherited }: InlineObject): number {
  const inner = box.style?.innerPadding ?? [0, 0, 0, 0]
  const own = box.style?.width
  return typeof own === 'number'
    ? own
    : textWidth(String(box.draft?.['label'] ?? ''), inherited) * 1.1 +
        inner[1] +
        inner[3] +
        box.margin.wide[1] +
        box.margin.wide[3]
}

function objectBox(page: Page, atom: InlineObject, place: InlineElement): Box | undefined {
  if (atom.kind === 'image')
    return readImage(page, atom.element, {
      inherited: atom.inherited,
      link: atom.link ?? place.link,
      width: place.width,
    })
  const box = readButton(page, atom.element, atom.link, { inherited: atom.inherited, width: place.width })
  const { align = 'left' } = place.inherited
  // What is inside of a link aligns its label, not the link.
  if (box !== undefined) {
    box.style = { ...box.style, align: align === 'justify' ? 'left' : align }
    box.margin = insets(...marginOf(atom.element, cssOf(page, atom.element).base, atom.inherited))
    reachOverLine(page, atom, box)
  }
  return box
}

// The padding of an inline box reaches over its line, into the space around it (CSS 2.1, 10.6.1).
function reachOverLine(page: Page, { element }: InlineObject, box: Box): void {
  const css = cssOf(page, element).base
  if (css['display'] !== undefined && css['display'] !== 'inline') return
  const [top, , bottom] = readBox('padding', (name) => css[name], 0, 16)
  const [, right, , left] = box.margin.wide
  box.margin = insets(-top, right, -bottom, left)
}

/** Undefined without any words. */
function textBox(page: Page, atoms: readonly Atom[], place: InlineElement): Box | undefined {
  const linked = place.link === undefined ? atoms : atoms.map((atom) => withLink(atom, place.link as Link))
  let tidy = collapseSpace(linked)
  const first = tidy.findIndex((atom) => atom.kind !== 'break')
  if (
    first < 0 ||
    tidy.every(
      (atom) =>
        atom.kind === 'break' || (atom.kind === 'text' && atom.text.trim() === '' && !atom.text.includes('\u00a0')),
    )
  ) {
    const lines = tidy.filter((atom) => atom.kind === 'break').length
    return lines === 0
      ? undefined
      : spacerOf(place.element, lines * place.inherited.size * lineFactor(place.inherited), place.width)
  }
  // Control tags take no line; anything else is space.
  const isInvisible = tidy.every(
    (atom) => atom.kind === 'break' || (atom.kind === 'tag' ? atom.isSilent : isBlankAtom(atom)),
  )
  const breaks = tidy.filter((atom) => atom.kind === 'break').length
  if (isInvisible && tidy.some(({ kind }) => kind === 'tag')) tidy = tidy.filter((atom) => atom.kind === 'tag')
  // A break at the end of the last line is invisible; preceding ones add space below.
  let empty = isInvisible ? breaks : -1
  for (; tidy.at(-1)?.kind === 'break'; empty++) tidy = tidy.slice(0, -1)
  const inherited = commonStyle(tidy, place.inherited, page.isQuirky)
  if (tidy.every((atom) => atom.kind === 'break' || (atom.kind === 'text' && isBlank(atom.text)))) {
    const lines = 1 + tidy.filter((atom) => atom.kind === 'break').length
    const tallest = Math.max(
      1,
      ...tidy.map((atom) => (atom.kind === 'text' ? atom.inherited.size * lineFactor(atom.inherited) : 0)),
    )
    return spacerOf(
      place.element,
      Math.max(lines * place.inherited.size * lineFactor(place.inherited), tallest),
      place.width,
    )
  }
  const box = leafBox(
    place.element,
    { type: 'text', text: paragraphOf(writeRuns(tidy, inherited)) },
    { width: place.width, style: textStyle(inherited) },
  )
  if (empty > 0) box.padding = insets(0, 0, empty * place.inherited.size * lineFactor(place.inherited), 0)
  return box
}

function isBlankAtom(atom: Atom): boolean {
  return atom.kind === 'text' && isBlank(atom.text)
}

function withLink(atom: Atom, link: Link): Atom {
  return (atom.kind === 'text' || atom.kind === 'tag') && atom.link === undefined ? { ...atom, link } : atom
}
