import type { Lines, Span } from '../boxes/box.ts'
import { lettersOf } from '../shaping/metrics.ts'
import { inPixels } from '../style/lengths.ts'
import type { Atom, SpaceAtom, WordAtom } from './atoms.ts'
import { type Line, type Measure, atomWidth } from './break-lines.ts'
import { type Fragment, paintOf, spanShift } from './fragment.ts'
import { isSameText } from './words.ts'
import { marginsOf } from './sizes.ts'

interface LinePosition {
  width: number
  indent: number
  y: number
  ascent: number
  height: number
  tops: ReadonlyMap<Atom, number>
}

type Run = { atoms: (WordAtom | SpaceAtom)[]; x: number; width: number; direction: 'ltr' | 'rtl'; index: number }

/** Fragments of one line: backgrounds of spans first, then text and boxes in logical order. */
export function placeLine(line: Line, lines: Lines, place: LinePosition, measure: Measure): Fragment[] {
  const { computed } = lines
  const free = place.width - place.indent - line.width
  const isJustified = computed.align === 'justify' && !line.isLast && free > 0
  const seen = trimmed(line.atoms)
  const gaps = isJustified ? seen.filter(({ kind }) => kind === 'space').length : 0
  const extra = gaps > 0 ? free / gaps : 0
  let x = startOf(computed, free, extra > 0) + (computed.direction === 'rtl' ? 0 : place.indent)
  const spans = new Map<Span, { from: number; to: number }>()
  const fragments: { fragment: Fragment; index: number }[] = []
  let run: Run | undefined
  const endRun = () => {
    const fragment = run === undefined ? undefined : runFragment(run, lines, place)
    if (run !== undefined && fragment !== undefined) fragments.push({ fragment, index: run.index })
    run = undefined
  }
  const touch = (list: readonly Span[], from: number, to: number) => {
    for (const span of list) {
      const known = spans.get(span)
      spans.set(
        span,
        known === undefined ? { from, to } : { from: Math.min(known.from, from), to: Math.max(known.to, to) },
      )
    }
  }
  for (const { atom, direction, index } of inVisualOrder(seen, computed.direction)) {
    const width = atomWidth(atom, measure) + (atom.kind === 'space' ? extra : 0)
    if (atom.kind === 'word' || atom.kind === 'space') {
      touch(atom.spans, x, x + width)
      const joins = run !== undefined && run.direction === direction && extra === 0 && isOneRun(run.atoms[0], atom)
      if (!joins) endRun()
      run ??= { atoms: [], x, width: 0, direction, index }
      run.atoms.push(atom)
      run.index = Math.min(run.index, index)
      run.width += width
    } else {
      endRun()
      if (atom.kind === 'box') {
        const { fragment } = measure.box(atom.block)
        const [top, , , left] = marginsOf(atom.block.computed, place.width)
        touch(atom.spans, x, x + width)
        const placed = { ...fragment, x: x + left, y: place.y + (place.tops.get(atom) ?? 0) + top }
        fragments.push({ fragment: placed, index })
      } else if (atom.kind !== 'break') {
        const margin = inPixels(atom.span.computed.margin[atom.kind === 'open' ? 3 : 1], atom.span.computed.size) ?? 0
        if (atom.kind === 'open') touch([atom.span], x + margin, x + width)
        else touch([atom.span], x, x + width - margin)
      }
    }
    x += width
  }
  endRun()
  const read = fragments.toSorted((a, b) => a.index - b.index).map(({ fragment }) => fragment)
  return [...[...spans].map(([span, reach]) => spanFragment(span, reach, place)), ...read]
}

function trimmed(atoms: readonly Atom[]): readonly Atom[] {
  let end = atoms.length
  for (; end > 0; end--) {
    const atom = atoms[end - 1]
    if (atom?.kind === 'word' || atom?.kind === 'box') break
  }
  return [...atoms.slice(0, end), ...atoms.slice(end).filter(({ kind }) => kind === 'close' || kind === 'open')]
}

function startOf({ align, direction }: Lines['computed'], free: number, isJustified: boolean): number {
  const side = align === 'start' || align === 'justify' ? (direction === 'rtl' ? 'right' : 'left') : align
  if (isJustified || side === 'left') return 0
  // Content that is too wide overflows at the end side.
  if (free < 0) return direction === 'rtl' ? free : 0
  return side === 'right' ? free : free / 2
}

function isOneRun(a: WordAtom | SpaceAtom | undefined, b: WordAtom | SpaceAtom): boolean {
  return a !== undefined && a.meaning === b.meaning && a.spans === b.spans && isSameText(a.computed, b.computed)
}

// Text stays in logical order; the painter reorders it.
function runFragment(run: Run, lines: Lines, place: LinePosition): Fragment | undefined {
  const [first] = run.atoms
  if (first === undefined || first.computed.size < 1) return undefined
  const atoms = run.direction === 'rtl' ? run.atoms.toReversed() : run.atoms
  const text = atoms.map((atom) => (atom.kind === 'word' ? atom.text : ' ')).join('')
  if (text.trim() === '' && !first.computed.underline) return undefined
  const { ascent, descent } = lettersOf(first.computed)
  const baseline = place.y + place.ascent - spanShift(first.spans)
  return {
    x: run.x,
    y: baseline - ascent,
    width: run.width,
    height: ascent + descent,
    children: [],
    run: { text, computed: first.computed, meaning: first.meaning, direction: run.direction, lines, baseline: ascent },
  }
}

function spanFragment(
  { computed, meaning: { href } }: Span,
  { from, to }: { from: number; to: number },
  place: LinePosition,
): Fragment {
  const { ascent, descent } = lettersOf(computed)
  const edgeWidth = (side: 0 | 2) =>
    (inPixels(computed.padding[side], computed.size) ?? 0) + computed.border[side].width
  const top = place.y + place.ascent - ascent - edgeWidth(0)
  const height = ascent + descent + edgeWidth(0) + edgeWidth(2)
  const area = { x: from, y: top, width: to - from, height }
  return { ...area, children: [], box: paintOf(computed, to - from, height), ...(href === undefined ? {} : { href }) }
}

interface Directed {
  atom: Atom
  direction: 'ltr' | 'rtl'
  /** Index in logical order. */
  index: number
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const leftToRight = /\p{L}/u

/**
 * Atoms of a line in visual order (Unicode Standard Annex 9, by words: the shaper reorders text within a word).
 * Neutral atoms take the direction of both neighbors if they agree, else that of the line.
 */
function inVisualOrder(atoms: readonly Atom[], base: 'ltr' | 'rtl'): readonly Directed[] {
  const own = atoms.map(directionOf)
  if (base === 'ltr' && !own.includes('rtl')) return atoms.map((atom, index) => ({ atom, direction: 'ltr', index }))
  const directions = resolveDirections(own, base)
  const directed = atoms.map((atom, index): Directed => ({ atom, direction: directions[index] ?? base, index }))
  const other = base === 'ltr' ? 'rtl' : 'ltr'
  const ordered = base === 'rtl' ? directed.toReversed() : directed
  // Runs against the direction of the line are reversed.
  const result: Directed[] = []
  let turned: Directed[] = []
  const end = () => {
    result.push(...turned.toReversed())
    turned = []
  }
  for (const each of ordered) {
    if (each.direction === other) turned.push(each)
    else {
      end()
      result.push(each)
    }
  }
  end()
  return result
}

function directionOf(atom: Atom): 'ltr' | 'rtl' | undefined {
  if (atom.kind !== 'word') return undefined
  if (rightToLeft.test(atom.text)) return 'rtl'
  return leftToRight.test(atom.text) ? 'ltr' : undefined
}

function resolveDirections(own: readonly ('ltr' | 'rtl' | undefined)[], base: 'ltr' | 'rtl'): ('ltr' | 'rtl')[] {
  const after: ('ltr' | 'rtl')[] = []
  let next: 'ltr' | 'rtl' = base
  for (let at = own.length - 1; at >= 0; at--) {
    next = own[at] ?? next
    after[at] = next
  }
  let before: 'ltr' | 'rtl' = base
  return own.map((direction, index) => {
    if (direction !== undefined) before = direction
    return direction ?? (before === after[index] ? before : base)
  })
}
