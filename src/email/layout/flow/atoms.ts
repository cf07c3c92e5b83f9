import type { Block, InLine, Lines, Meaning, Span } from '../boxes/box.ts'
import type { Widths } from '../shaping/widths.ts'
import { inPixels } from '../style/lengths.ts'
import type { TextStyle } from '../style/computed-style.ts'
import { type Token, tokensOf } from './words.ts'

/** An element of a line, in logical order. */
export type Atom = WordAtom | SpaceAtom | BoxAtom | EdgeAtom | { kind: 'break'; computed: TextStyle }

export interface WordAtom {
  kind: 'word'
  text: string
  width: number
  computed: TextStyle
  meaning: Meaning
  mayBreakAfter: boolean
  /** Surrounding spans, outermost first. */
  spans: readonly Span[]
}

export interface SpaceAtom {
  kind: 'space'
  width: number
  computed: TextStyle
  meaning: Meaning
  spans: readonly Span[]
}

export interface BoxAtom {
  kind: 'box'
  block: Block
  spans: readonly Span[]
}

/** Start or end of a span, with its margin, border and padding. */
export interface EdgeAtom {
  kind: 'open' | 'close'
  span: Span
  width: number
}

/** Requests the widths of all words of the lines. */
export function measureWidths({ items }: Pick<Lines, 'items'>, widths: Widths): void {
  for (const item of items) {
    if (item.kind === 'span') measureWidths(item, widths)
    if (item.kind !== 'words') continue
    const { face } = item.computed
    widths.request(face, ' ')
    for (const { text, isSpace } of tokensOf(item.text)) {
      if (isSpace) continue
      widths.request(face, text)
      for (const each of [firstOf(text), lastOf(text)]) widths.request(face, each)
      widths.request(face, ` ${firstOf(text)}`)
      widths.request(face, `${lastOf(text)} `)
    }
  }
}

/** Requires the widths to be measured. */
export function atomsOf({ items }: Pick<Lines, 'items'>, widths: Widths): Atom[] {
  const atoms: Atom[] = []
  gather(items, widths, [], atoms)
  return atoms
}

function gather(items: readonly InLine[], widths: Widths, spans: readonly Span[], atoms: Atom[]): void {
  for (const item of items) {
    if (item.kind === 'words') {
      const tokens = tokensOf(item.text)
      for (const [index, token] of tokens.entries()) {
        if (!token.isSpace) {
          const { text, mayBreakAfter } = token
          const width = widths.of(text, item.computed)
          atoms.push({
            kind: 'word',
            text,
            width,
            computed: item.computed,
            meaning: item.meaning,
            mayBreakAfter,
            spans,
          })
        } else {
          const width = spaceBetween(tokens[index - 1], tokens[index + 1], item.computed, widths)
          atoms.push({ kind: 'space', width, computed: item.computed, meaning: item.meaning, spans })
        }
      }
    } else if (item.kind === 'break') atoms.push(item)
    else if (item.kind === 'span') {
      const [left, right] = edgesOf(item)
      atoms.push({ kind: 'open', span: item, width: left })
      gather(item.items, widths, [...spans, item], atoms)
      atoms.push({ kind: 'close', span: item, width: right })
    } else atoms.push({ kind: 'box', block: item, spans })
  }
}

// Fonts kern letters with an adjacent space, as in "A T".
function spaceBetween(
  before: Token | undefined,
  after: Token | undefined,
  computed: TextStyle,
  widths: Widths,
): number {
  const { face } = computed
  const alone = widths.em(' ', face)
  const kern = (pair: string, letter: string) => {
    const together = widths.em(pair, face)
    return together === 0 ? 0 : together - widths.em(letter, face) - alone
  }
  let em = 0
  if (before !== undefined && !before.isSpace) em += kern(`${lastOf(before.text)} `, lastOf(before.text))
  if (after !== undefined && !after.isSpace) em += kern(` ${firstOf(after.text)}`, firstOf(after.text))
  return widths.of(' ', computed) + (Math.abs(em) < 0.2 ? em : 0) * computed.size
}

function firstOf(text: string): string {
  return text.slice(0, (text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1)
}

function lastOf(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return text.slice(last >= 0xdc00 && last <= 0xdfff ? -2 : -1)
}

function edgesOf({ computed }: Span): [left: number, right: number] {
  const at = (side: 1 | 3) =>
    (inPixels(computed.margin[side], computed.size) ?? 0) +
    (inPixels(computed.padding[side], computed.size) ?? 0) +
    computed.border[side].width
  return [at(3), at(1)]
}
