import type { Block, Lines } from '../boxes/box.ts'
import { lineOf, xHeightOf } from '../shaping/metrics.ts'
import { type Atom, atomsOf } from './atoms.ts'
import { type LaidBox, type Line, type Measure, atomRange, breakLines } from './break-lines.ts'
import type { Flow, ContainingBlock } from './flow.ts'
import { type Content, type Fragment, type Range, noMargin, shiftOf, spanShift } from './fragment.ts'
import { placeLine } from './position-line.ts'
import { marginsOf } from './sizes.ts'

/** Breaks and aligns lines; each has the height of its content. */
export function layoutLines(flow: Flow, lines: Lines, width: number): Content {
  const measure = measureIn(flow, { width, direction: lines.computed.direction, blockAlign: undefined })
  const broken = breakLines(atomsOf(lines, flow.widths), width, lines.computed.indent, measure)
  const fragments: Fragment[] = []
  let y = 0
  let first: number | undefined
  let last: number | undefined
  for (const [index, line] of broken.entries()) {
    const indent = index === 0 ? lines.computed.indent : 0
    const { ascent, height, tops } = heightsOf(line, lines, measure)
    fragments.push(...placeLine(line, lines, { width, indent, y, ascent, height, tops }, measure))
    first ??= y + ascent
    last = y + ascent
    y += height
  }
  const ends = first === undefined || last === undefined ? {} : { first, last }
  return { fragments, height: y, before: noMargin, after: noMargin, isEmpty: broken.length === 0, ...ends }
}

/** Minimum and preferred width. */
export function linesRange(flow: Flow, lines: Lines): Range {
  return atomRange(atomsOf(lines, flow.widths), lines.computed.indent, (block) => flow.range(block))
}

function measureIn(flow: Flow, containingBlock: ContainingBlock): Measure {
  const laid = new Map<Block, LaidBox>()
  return {
    box(block) {
      const known = laid.get(block)
      if (known !== undefined) return known
      const fresh = layoutBox(flow, block, containingBlock)
      laid.set(block, fresh)
      return fresh
    },
    // Approximates the width of a part of a word by its share of the characters.
    part: (text, word) => (word.width * text.length) / word.text.length,
  }
}

function layoutBox(flow: Flow, block: Block, containingBlock: ContainingBlock): LaidBox {
  const [top, right, bottom, left] = marginsOf(block.computed, containingBlock.width)
  const { fragment } = flow.block(block, containingBlock)
  const outer = fragment.height + top + bottom
  const usesMarginBox = block.kind === 'picture' || block.computed.hidesOverflow || fragment.last === undefined
  const table = block.kind === 'block' && block.computed.display === 'inline-table'
  const baseline = usesMarginBox ? outer : top + ((table ? fragment.first : fragment.last) ?? fragment.height)
  return { fragment, width: fragment.width + left + right, height: outer, baseline }
}

/** Height and baseline of a line, and the positions of its boxes. */
interface Heights {
  ascent: number
  height: number
  /** From the top of the line to the top margin edge of each box. */
  tops: ReadonlyMap<Atom, number>
}

function heightsOf(line: Line, { computed }: Lines, measure: Measure): Heights {
  const strut = lineOf(computed)
  let { ascent, descent } = strut
  const free: { atom: Atom; box: LaidBox; isTop: boolean }[] = []
  const shifts: { atom: Atom; above: number }[] = []
  for (const atom of line.atoms) {
    if (atom.kind === 'word' || atom.kind === 'space' || atom.kind === 'break') {
      const shift = atom.kind === 'break' ? 0 : spanShift(atom.spans)
      const own = atom.computed === computed ? strut : lineOf(atom.computed)
      ascent = Math.max(ascent, own.ascent + shift)
      descent = Math.max(descent, own.descent - shift)
    } else if (atom.kind === 'box') {
      const box = measure.box(atom.block)
      const { valign } = atom.block.computed
      if (valign === 'top' || valign === 'bottom') {
        free.push({ atom, box, isTop: valign === 'top' })
        continue
      }
      const around = atom.spans.at(-1)?.computed ?? computed
      const shift = spanShift(atom.spans)
      const above =
        valign === 'middle' ? box.height / 2 + xHeightOf(around) / 2 : box.baseline + shiftOf(valign, around.size)
      shifts.push({ atom, above: above + shift })
      ascent = Math.max(ascent, above + shift)
      descent = Math.max(descent, box.height - above - shift)
    }
  }
  // Boxes aligned to the top or bottom extend the line on the other side (CSS 2.1, section 10.8).
  for (const { box, isTop } of free) {
    const missing = box.height - ascent - descent
    if (missing > 0 && isTop) descent += missing
    else if (missing > 0) ascent += missing
  }
  const height = ascent + descent
  const tops = new Map<Atom, number>(shifts.map(({ atom, above }) => [atom, ascent - above]))
  for (const { atom, box, isTop } of free) tops.set(atom, isTop ? 0 : height - box.height)
  return { ascent, height, tops }
}
