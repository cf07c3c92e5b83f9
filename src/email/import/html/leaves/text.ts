import { parseTagged } from '../../../data/index.ts'
import type { RichText, Run, Style, TextRun } from '../../../document/index.ts'
import { type InheritedStyle, lineFactor } from '../inherited-style.ts'
import type { Atom } from './atom.ts'

type Written = Extract<Atom, { kind: 'text' | 'tag' }>

/** Collapses white space as HTML does: runs become one space, none at line ends. */
export function collapseSpace(atoms: readonly Atom[]): Atom[] {
  const out: Atom[] = []
  let afterSpace = true
  const trimEnd = () => {
    const last = out.at(-1)
    if (last?.kind === 'text' && !last.inherited.keepsSpace && last.text.endsWith(' ')) {
      if (last.text === ' ') out.pop()
      else out[out.length - 1] = { ...last, text: last.text.slice(0, -1) }
    }
  }
  for (const atom of atoms) {
    if (atom.kind === 'break') {
      trimEnd()
      out.push(atom)
      afterSpace = true
    } else if (atom.kind !== 'text') {
      out.push(atom)
      afterSpace = false
    } else if (atom.inherited.keepsSpace) {
      for (const [index, line] of atom.text.split(/\r?\n/).entries()) {
        if (index > 0) out.push({ kind: 'break' })
        if (line !== '') out.push({ ...atom, text: line })
      }
      afterSpace = false
    } else {
      const joined = atom.text.replace(/[ \t\n\r\f]+/g, ' ')
      const text: string = afterSpace && joined.startsWith(' ') ? joined.slice(1) : joined
      if (text === '') continue
      out.push({ ...atom, text })
      afterSpace = text.endsWith(' ')
    }
  }
  trimEnd()
  return out
}

/** The style of most of the text; bold and italic only if all of it is. */
export function commonStyle(atoms: readonly Atom[], fallback: InheritedStyle, isQuirky: boolean): InheritedStyle {
  const written = atoms.filter((atom): atom is Written => atom.kind === 'text' || atom.kind === 'tag')
  const seen: Written[] = written.filter((atom) => atom.kind === 'tag' || /\S/.test(atom.text))
  if (seen.length === 0) return fallback
  const max = <Key extends keyof InheritedStyle>(key: Key, of: readonly Written[] = seen) => {
    const counts = new Map<string, { value: InheritedStyle[Key]; count: number }>()
    for (const atom of of) {
      const name = JSON.stringify(atom.inherited[key]) ?? ''
      const entry = counts.get(name) ?? { value: atom.inherited[key], count: 0 }
      entry.count += atom.kind === 'text' ? atom.text.length : 8
      counts.set(name, entry)
    }
    return [...counts.values()].reduce((one, other) => (other.count > one.count ? other : one))
      .value as InheritedStyle[Key]
  }
  const unlinked = seen.filter((atom) => atom.link === undefined)
  const inherited: InheritedStyle = { ...fallback }
  inherited.size = max('size')
  inherited.font = max('font')
  inherited.color = max('color', unlinked.length > 0 ? unlinked : seen)
  inherited.letterSpacing = max('letterSpacing')
  inherited.transform = seen.every((atom) => atom.inherited.transform === seen[0]?.inherited.transform)
    ? seen[0]?.inherited.transform
    : undefined
  inherited.weight =
    seen.every((atom) => atom.inherited.weight >= 600) ||
    seen.every((atom) => atom.inherited.weight === seen[0]?.inherited.weight)
      ? max('weight')
      : 400
  inherited.italic = seen.every((atom) => atom.inherited.italic)
  inherited.lineHeight = max('lineHeight')
  const held = isQuirky ? 0 : heldLine(fallback, inherited)
  if (held > inherited.size * lineFactor(inherited) + minRaise) inherited.lineHeight = { px: round(held, 2) }
  return inherited
}

/** How far the middle of a line is above its baseline in common fonts, as a fraction of the font size. */
const middle = 0.3465
/** Px by which a line must be higher than its own text to be held open. */
const minRaise = 0.3

/**
 * Height in px of a line whose text has its own style inside a block: the style of the block opens every line, on the same
 * baseline (CSS 2.1, 10.8.1). In quirks mode it does not.
 */
function heldLine(block: InheritedStyle, text: InheritedStyle): number {
  const heights = [block, text].map((style) => (style.size * lineFactor(style)) / 2)
  const raises = [block.size * middle, text.size * middle]
  const at = (index: number, sign: 1 | -1) => (heights[index] ?? 0) + sign * (raises[index] ?? 0)
  return Math.max(at(0, 1), at(1, 1)) + Math.max(at(0, -1), at(1, -1))
}

/** Text properties of a block with this inherited style. */
export function textStyle(inherited: InheritedStyle): Style {
  const style: Style = {
    size: clamp(round(inherited.size, 2), 1, 200),
    lineHeight: clamp(round(lineFactor(inherited), 4), 0.5, 5),
    color: inherited.color,
    weight: inherited.weight,
  }
  if (inherited.font !== undefined) style.font = inherited.font
  if (inherited.italic) style.italic = true
  if (inherited.letterSpacing !== 0) style.letterSpacing = round(inherited.letterSpacing, 2)
  if (inherited.transform !== undefined) style.transform = inherited.transform
  if (inherited.align !== undefined) style.align = inherited.align
  return style
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

/** Rounds to that many decimals. */
export function round(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}

/** Converts pieces to runs with marks relative to `base`. Skips images. */
export function writeRuns(atoms: readonly Atom[], base: InheritedStyle): Run[] {
  const runs: Run[] = []
  for (const atom of atoms) {
    if (atom.kind === 'break') runs.push({ break: true })
    else if (atom.kind === 'text')
      addRun(runs, { text: transformed(atom.text, atom.inherited, base), ...marksOf(atom, base) })
    else if (atom.kind === 'tag') {
      for (const part of parseTagged(atom.liquid).parts) {
        if (typeof part !== 'string') runs.push({ tag: part, ...marksOf(atom, base) })
      }
    }
  }
  return runs
}

export function paragraphOf(runs: Run[]): RichText {
  return [{ type: 'paragraph', runs }]
}

function addRun(runs: Run[], run: TextRun): void {
  const last = runs.at(-1)
  if (
    last !== undefined &&
    'text' in last &&
    JSON.stringify({ ...last, text: '' }) === JSON.stringify({ ...run, text: '' })
  ) {
    runs[runs.length - 1] = { ...last, text: last.text + run.text }
  } else runs.push(run)
}

function transformed(text: string, inherited: InheritedStyle, base: InheritedStyle): string {
  if (inherited.transform === base.transform) return text
  if (inherited.transform === 'uppercase') return text.toUpperCase()
  return inherited.transform === 'lowercase' ? text.toLowerCase() : text
}

function marksOf({ inherited, link }: Written, base: InheritedStyle): Omit<TextRun, 'text'> {
  const marks: Omit<TextRun, 'text'> = {}
  if (inherited.weight >= 600 && base.weight < 600) marks.bold = true
  if (inherited.italic && !base.italic) marks.italic = true
  if (inherited.underline && link === undefined) marks.underline = true
  if (inherited.strike) marks.strike = true
  if (inherited.sub) marks.sub = true
  if (inherited.sup) marks.sup = true
  if (inherited.code && base.font !== inherited.font) marks.code = true
  if (inherited.background !== undefined) marks.background = inherited.background
  if (inherited.color !== base.color || link !== undefined) marks.color = inherited.color
  if (inherited.font !== base.font && inherited.font !== undefined && !inherited.code) marks.font = inherited.font
  if (inherited.size !== base.size && !inherited.sub && !inherited.sup)
    marks.size = clamp(round(inherited.size, 2), 1, 200)
  if (link !== undefined) {
    marks.link = link
    // The theme sets the underline of links once for the whole email; see theme.ts.
    if (inherited.underline) marks.underline = true
  }
  return marks
}
