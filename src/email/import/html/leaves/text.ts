import { parseTagged } from '../../../data/index.ts'
import type { RichText, Run, Style, TextRun } from '../../../document/index.ts'
import { type InheritedStyle, lineFactor } from '../look.ts'
import type { Atom } from './atom.ts'

type Written = Extract<Atom, { kind: 'text' | 'tag' }>

/** The pieces with white space as HTML shows it: once, and none at the ends of lines. */
export function collapseSpace(atoms: readonly Atom[]): Atom[] {
  const out: Atom[] = []
  let afterSpace = true
  const trimEnd = () => {
    const last = out.at(-1)
    if (last?.kind === 'text' && !last.look.keepsSpace && last.text.endsWith(' ')) {
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
    } else if (atom.look.keepsSpace) {
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

/** The look that most of the text has, bold and italic only where all of it is. */
export function commonLook(atoms: readonly Atom[], fallback: InheritedStyle): InheritedStyle {
  const written = atoms.filter((atom): atom is Written => atom.kind === 'text' || atom.kind === 'tag')
  const seen: Written[] = written.filter((atom) => atom.kind === 'tag' || /\S/.test(atom.text))
  if (seen.length === 0) return fallback
  const max = <Key extends keyof InheritedStyle>(key: Key, of: readonly Written[] = seen) => {
    const counts = new Map<string, { value: InheritedStyle[Key]; count: number }>()
    for (const atom of of) {
      const name = JSON.stringify(atom.look[key]) ?? ''
      const entry = counts.get(name) ?? { value: atom.look[key], count: 0 }
      entry.count += atom.kind === 'text' ? atom.text.length : 8
      counts.set(name, entry)
    }
    return [...counts.values()].reduce((one, other) => (other.count > one.count ? other : one)).value as InheritedStyle[Key]
  }
  const unlinked = seen.filter((atom) => atom.link === undefined)
  const look: InheritedStyle = { ...fallback }
  look.size = max('size')
  look.font = max('font')
  look.color = max('color', unlinked.length > 0 ? unlinked : seen)
  look.letterSpacing = max('letterSpacing')
  look.transform = seen.every((atom) => atom.look.transform === seen[0]?.look.transform)
    ? seen[0]?.look.transform
    : undefined
  look.weight =
    seen.every((atom) => atom.look.weight >= 600) || seen.every((atom) => atom.look.weight === seen[0]?.look.weight)
      ? max('weight')
      : 400
  look.italic = seen.every((atom) => atom.look.italic)
  // The box that holds the lines says how high they are at least, in px of its own size.
  const own = fallback.lineHeight
  const said = max('lineHeight')
  const isHeld = own !== undefined && 'px' in own && lineFactor({ ...look, lineHeight: said }) * look.size <= own.px
  look.lineHeight = isHeld ? own : said
  return look
}

/** Text properties of a block in which text looks so. */
export function textStyle(look: InheritedStyle): Style {
  const style: Style = {
    size: clamp(round(look.size, 2), 1, 200),
    lineHeight: clamp(round(lineFactor(look), 4), 0.5, 5),
    color: look.color,
    weight: look.weight,
  }
  if (look.font !== undefined) style.font = look.font
  if (look.italic) style.italic = true
  if (look.letterSpacing !== 0) style.letterSpacing = round(look.letterSpacing, 2)
  if (look.transform !== undefined) style.transform = look.transform
  if (look.align !== undefined) style.align = look.align
  return style
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

/** A number with at most so many decimals. */
export function round(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}

/** Runs that look as the pieces do inside text of the look given. Pictures are not among them. */
export function writeRuns(atoms: readonly Atom[], base: InheritedStyle): Run[] {
  const runs: Run[] = []
  for (const atom of atoms) {
    if (atom.kind === 'break') runs.push({ break: true })
    else if (atom.kind === 'text')
      addRun(runs, { text: transformed(atom.text, atom.look, base), ...marksOf(atom, base) })
    else if (atom.kind === 'tag') {
      for (const part of parseTagged(atom.liquid).parts) {
        if (typeof part !== 'string') runs.push({ tag: part, ...marksOf(atom, base) })
      }
    }
  }
  return runs
}

/** A paragraph of rich text. */
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

function transformed(text: string, look: InheritedStyle, base: InheritedStyle): string {
  if (look.transform === base.transform) return text
  if (look.transform === 'uppercase') return text.toUpperCase()
  return look.transform === 'lowercase' ? text.toLowerCase() : text
}

function marksOf({ look, link }: Written, base: InheritedStyle): Omit<TextRun, 'text'> {
  const marks: Omit<TextRun, 'text'> = {}
  if (look.weight >= 600 && base.weight < 600) marks.bold = true
  if (look.italic && !base.italic) marks.italic = true
  if (look.underline && link === undefined) marks.underline = true
  if (look.strike) marks.strike = true
  if (look.sub) marks.sub = true
  if (look.sup) marks.sup = true
  if (look.code && base.font !== look.font) marks.code = true
  if (look.background !== undefined) marks.background = look.background
  if (look.color !== base.color || link !== undefined) marks.color = look.color
  if (look.font !== base.font && look.font !== undefined && !look.code) marks.font = look.font
  if (look.size !== base.size && !look.sub && !look.sup) marks.size = clamp(round(look.size, 2), 1, 200)
  if (link !== undefined) {
    marks.link = link
    // Whether links are underlined is said once for the whole email; see theme.ts.
    if (look.underline) marks.underline = true
  }
  return marks
}
