import { tokenTypes, tokenize } from 'css-tree/tokenizer'
import { minifyCss } from '../minify/minify-css.ts'

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
