import type { Block } from '../boxes/box.ts'
import { graphemesOf } from '../shaping/widths.ts'
import type { Atom, BoxAtom, SpaceAtom, WordAtom } from './atoms.ts'
import type { Fragment, Range } from './fragment.ts'

/** An inline-block, with its margins. */
export interface LaidBox {
  fragment: Fragment
  /** Including margins. */
  width: number
  height: number
  /** From the top margin edge. */
  baseline: number
}

/** Width excludes trailing spaces. */
export interface Line {
  atoms: readonly Atom[]
  width: number
  /** True if the line ends by a forced break or at the end of the text: it is not justified. */
  isLast: boolean
}

export interface Measure {
  box(block: Block): LaidBox
  /** Width of a part of a word. */
  part(text: string, word: WordAtom): number
}

/** The first line is narrower by `indent`. */
export function breakLines(atoms: readonly Atom[], width: number, indent: number, measure: Measure): Line[] {
  return new LineBreaker(width, indent, measure).lines(atoms)
}

class LineBreaker {
  readonly #width: number
  readonly #measure: Measure
  readonly #lines: Line[] = []
  #line: Atom[] = []
  #used: number
  #hasSeen = false
  /** The last break opportunity: number of atoms before it, and the index of the next atom. */
  #exit: { count: number; next: number } | undefined

  constructor(width: number, indent: number, measure: Measure) {
    this.#width = width
    this.#used = indent
    this.#measure = measure
  }

  lines(atoms: readonly Atom[]): Line[] {
    for (let at = 0; at < atoms.length; at++) {
      const atom = atoms[at] as Atom
      const wraps = atom.kind !== 'break' && mayWrap(atom)
      // Spaces at the start of a line are dropped, and those at its end have no width.
      if (atom.kind === 'space' && wraps && !this.#hasSeen && this.#lines.length > 0 && collapses(atom)) continue
      const size = atomWidth(atom, this.#measure)
      if (atom.kind === 'box' && this.#hasSeen && wraps) this.#exit = { count: this.#line.length, next: at }
      // Browsers round to 1/64 px.
      const isTooWide = !(atom.kind === 'space' && wraps) && this.#used + size > this.#width + 1 / 64
      if (isTooWide && this.#exit !== undefined && this.#hasSeen) {
        at = this.#exit.next - 1
        this.#line = this.#line.slice(0, this.#exit.count)
        this.#end(false)
        continue
      }
      if (isTooWide && wraps && atom.kind === 'word' && atom.computed.breaksWords) this.#addInParts(atom)
      else this.#add(atom, size)
      if (atom.kind === 'break') this.#end(true)
      else if (mayEndAfter(atom, wraps)) this.#exit = { count: this.#line.length, next: at + 1 }
    }
    if (this.#line.length > 0) this.#end(true)
    return this.#lines
  }

  #add(atom: Atom, size: number): void {
    this.#line.push(atom)
    this.#used += size
    this.#hasSeen ||= isSeen(atom)
  }

  #addInParts(word: WordAtom): void {
    const parts = partsOf(word, [this.#width - this.#used, this.#width], this.#measure)
    for (const [index, part] of parts.entries()) {
      if (index > 0) this.#end(false)
      this.#add(part, part.width)
    }
  }

  #end(isLast: boolean): void {
    this.#lines.push({ atoms: this.#line, width: widthOf(this.#line, this.#measure), isLast })
    this.#line = []
    this.#used = 0
    this.#hasSeen = false
    this.#exit = undefined
  }
}

function collapses({ computed }: SpaceAtom): boolean {
  return computed.whiteSpace === 'normal' || computed.whiteSpace === 'pre-line'
}

function mayEndAfter(atom: Atom, wraps: boolean): boolean {
  return atom.kind === 'box' || (wraps && (atom.kind === 'space' || (atom.kind === 'word' && atom.mayBreakAfter)))
}

/** Minimum width: the widest unbreakable piece. Preferred width: everything on one line. */
export function atomRange(atoms: readonly Atom[], indent: number, rangeOf: (block: Block) => Range): Range {
  let [min, max, piece, line, trailing] = [0, 0, indent, indent, 0]
  const endPiece = () => {
    min = Math.max(min, piece)
    piece = 0
  }
  for (const atom of atoms) {
    if (atom.kind === 'break') {
      endPiece()
      max = Math.max(max, line - trailing)
      ;[line, trailing] = [0, 0]
    } else if (atom.kind === 'space') {
      if (mayWrap(atom)) endPiece()
      else piece += atom.width
      line += atom.width
      trailing += atom.width
    } else {
      const range = atom.kind === 'box' ? rangeOf(atom.block) : { min: atom.width, max: atom.width }
      const wraps = mayWrap(atom)
      if (atom.kind === 'box' && wraps) endPiece()
      piece += range.min
      line += range.max
      trailing = 0
      if (wraps && (atom.kind === 'box' || (atom.kind === 'word' && atom.mayBreakAfter))) endPiece()
    }
  }
  endPiece()
  return { min, max: Math.max(min, max, line - trailing) }
}

/** Px. */
export function atomWidth(atom: Atom, measure: Measure): number {
  if (atom.kind === 'break') return 0
  return atom.kind === 'box' ? measure.box(atom.block).width : atom.width
}

/** Without trailing spaces. */
function widthOf(line: readonly Atom[], measure: Measure): number {
  let width = 0
  let trailing = 0
  for (const atom of line) {
    width += atomWidth(atom, measure)
    if (atom.kind === 'space') trailing += atom.width
    else if (isSeen(atom)) trailing = 0
  }
  return width - trailing
}

function isSeen(atom: Atom): boolean {
  return atom.kind === 'word' || atom.kind === 'box'
}

function mayWrap(atom: Exclude<Atom, { kind: 'break' }>): boolean {
  const { whiteSpace } = atom.kind === 'box' ? lookAround(atom) : 'span' in atom ? atom.span.computed : atom.computed
  return whiteSpace !== 'nowrap' && whiteSpace !== 'pre'
}

function lookAround({ spans, block }: BoxAtom) {
  return spans.at(-1)?.computed ?? block.computed
}

/** Splits a word: one part for the rest of the line, and parts for following lines. */
function partsOf(word: WordAtom, [first, other]: readonly [number, number], measure: Measure): WordAtom[] {
  const letters = graphemesOf(word.text)
  const unit = word.width / letters.length || 1
  const parts: WordAtom[] = []
  for (let at = 0; at < letters.length;) {
    const count = Math.max(1, Math.floor((at === 0 ? first : other) / unit))
    const text = letters.slice(at, at + count).join('')
    at += count
    parts.push({ ...word, text, width: measure.part(text, word) })
  }
  return parts
}
