import type { Block } from '../boxes/box.ts'
import { graphemesOf } from '../shaping/widths.ts'
import type { Atom, BoxAtom, WordAtom } from './atoms.ts'
import type { Fragment, Range } from './fragment.ts'

/** A box that stands in a line, with its margins. */
export interface LaidBox {
  fragment: Fragment
  /** Width and height with margins. */
  width: number
  height: number
  /** From the top margin's edge to the base line. */
  baseline: number
}

/** One line: what stands in it, and how wide that is without spaces at its end. */
export interface Line {
  atoms: readonly Atom[]
  width: number
  /** Whether the line ends because it was told to, so that it is not justified. */
  isLast: boolean
}

/** How the atoms of lines are measured. */
export interface Measure {
  box(block: Block): LaidBox
  /** Width of a part of a word. */
  part(text: string, word: WordAtom): number
}

/** Breaks atoms into lines of a width; the first has `indent` less. */
export function breakLines(atoms: readonly Atom[], width: number, indent: number, measure: Measure): Line[] {
  const lines: Line[] = []
  const queue = [...atoms]
  let line: Atom[] = []
  let used = indent
  /** Where the line could end last, and how wide it was there. */
  let exit: { count: number; at: number } | undefined
  const end = (isLast: boolean) => {
    lines.push({ atoms: line, width: widthOf(line, measure), isLast })
    line = []
    used = 0
    exit = undefined
  }
  for (let at = 0; at < queue.length; at++) {
    const atom = queue[at] as Atom
    if (atom.kind === 'break') {
      line.push(atom)
      end(true)
      continue
    }
    if (atom.kind === 'space' && mayWrap(atom)) {
      // What stands at the beginning of a line is no space, and what stands at its end takes no room.
      if (!line.some(isSeen) && lines.length > 0 && atom.look.whiteSpace === 'normal') continue
      line.push(atom)
      used += atom.width
      exit = { count: line.length, at: at + 1 }
      continue
    }
    const size = atomWidth(atom, measure)
    if (atom.kind === 'box' && line.some(isSeen) && mayWrap(atom)) exit = { count: line.length, at }
    // A sixty-fourth of a pixel is what browsers round to.
    if (used + size > width + 1 / 64 && mayWrap(atom) && line.some(isSeen)) {
      if (exit !== undefined) {
        line = line.slice(0, exit.count)
        at = exit.at - 1
        end(false)
        continue
      }
    }
    if (atom.kind === 'word' && atom.look.breaksWords && size > width && mayWrap(atom)) {
      const [first, rest] = splitWord(atom, width - used, measure)
      if (rest !== undefined) {
        queue.splice(at, 1, first, rest)
        line.push(first)
        end(false)
        continue
      }
    }
    line.push(atom)
    used += size
    if (atom.kind === 'word' && atom.mayBreakAfter && mayWrap(atom)) exit = { count: line.length, at: at + 1 }
    else if (atom.kind === 'box') exit = { count: line.length, at: at + 1 }
  }
  if (line.length > 0) end(true)
  return lines
}

/** The room that atoms ask for: the widest piece that is never parted, and all in one line. */
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

/** Width in px of an atom. */
export function atomWidth(atom: Atom, measure: Measure): number {
  if (atom.kind === 'break') return 0
  return atom.kind === 'box' ? measure.box(atom.block).width : atom.width
}

/** The width of a line without the spaces at its end. */
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
  const { whiteSpace } = atom.kind === 'box' ? lookAround(atom) : 'span' in atom ? atom.span.look : atom.look
  return whiteSpace !== 'nowrap' && whiteSpace !== 'pre'
}

function lookAround({ spans, block }: BoxAtom) {
  return spans.at(-1)?.look ?? block.look
}

function splitWord(word: WordAtom, room: number, measure: Measure): [first: WordAtom, rest: WordAtom | undefined] {
  const letters = graphemesOf(word.text)
  const unit = word.width / letters.length
  const count = Math.max(1, Math.min(letters.length, Math.floor(room / (unit || 1))))
  const [first, rest] = [letters.slice(0, count).join(''), letters.slice(count).join('')]
  if (rest === '') return [word, undefined]
  const part = (text: string): WordAtom => ({ ...word, text, width: measure.part(text, word) })
  return [{ ...part(first), mayBreakAfter: true }, part(rest)]
}
