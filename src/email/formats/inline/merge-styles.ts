import { tokenTypes, tokenize } from 'css-tree/tokenizer'
import { minifyCss } from '../minify/minify-css.ts'

/** Reads a list of declarations; it may cache them, for elements share theirs. */
type SplitDeclarations = (list: string) => readonly Declaration[]

/**
 * The style attribute of an element to which rules apply: the rules, then its own declarations, which win as they are the
 * later ones. Rules that its own overrule are left out, and its own that an important rule overrules; the rest of its own
 * stays as it is written.
 */
export function mergeStyles(rules: string, own: string, split: SplitDeclarations): string {
  const ours = split(own)
  const overruled = new Set(ours.map(({ name }) => name))
  const important = new Set(ours.filter(({ isImportant }) => isImportant).map(({ name }) => name))
  const before: string[] = []
  const after: string[] = []
  const stronger = new Set<string>()
  for (const { name, text, isImportant } of split(rules)) {
    if (isImportant && !important.has(name)) {
      after.push(text)
      stronger.add(name)
    } else if (!isImportant && !overruled.has(name)) before.push(text)
  }
  const kept =
    stronger.size === 0
      ? own.trim().replace(/;$/, '')
      : ours
          .filter(({ name }) => !stronger.has(name))
          .map(({ text }) => text)
          .join(';')
  return [...before, ...(kept === '' ? [] : [kept]), ...after].join(';')
}

/** One declaration of a list; one that is not readable, such as the tag of an ESP, has no name. */
export interface Declaration {
  /** Lower case; empty when there is none. */
  name: string
  text: string
  isImportant: boolean
}

/** The declarations of a style attribute, in order; empty ones are left out. */
export function splitDeclarations(list: string): Declaration[] {
  const ends: number[] = []
  let depth = 0
  tokenize(list, (type, _, end) => {
    if (type === tokenTypes.LeftParenthesis || type === tokenTypes.Function) depth++
    else if (type === tokenTypes.RightParenthesis) depth = Math.max(0, depth - 1)
    else if (type === tokenTypes.Semicolon && depth === 0) ends.push(end)
  })
  const found: Declaration[] = []
  let at = 0
  for (const end of [...ends, list.length]) {
    const text = minifyCss(list.slice(at, end), { isList: true })
    at = end
    if (text === '') continue
    const colon = text.indexOf(':')
    const name = colon < 0 ? '' : text.slice(0, colon).trim().toLowerCase()
    found.push({ name, text, isImportant: /!\s*important\s*$/i.test(text) })
  }
  return found
}
