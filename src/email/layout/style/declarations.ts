import { expandShorthand } from './shorthands.ts'
import { accepts } from './properties.ts'

export interface Declaration {
  property: string
  value: string
  important: boolean
}

// Pages repeat the same style attributes.
const cached = new Map<string, readonly Declaration[]>()
const max = 2000

/** Expands shorthands. Unknown properties and invalid values are dropped. */
export function readDeclarations(css: string): readonly Declaration[] {
  const known = cached.get(css)
  if (known !== undefined) return known
  const declarations = splitDeclarations(css).flatMap(readDeclaration)
  if (cached.size >= max) cached.clear()
  cached.set(css, declarations)
  return declarations
}

function readDeclaration(text: string): Declaration[] {
  const colon = text.indexOf(':')
  if (colon < 1) return []
  const property = text.slice(0, colon).trim().toLowerCase()
  const raw = text.slice(colon + 1).trim()
  const important = /(?:(?<!\s)\s+)?!\s*important$/i.test(raw)
  const value = important ? raw.replace(/(?:(?<!\s)\s+)?!\s*important$/i, '') : raw
  return expandShorthand(property, value)
    .filter(([name, each]) => accepts(name, each))
    .map(([name, each]) => ({ property: name, value: each, important }))
}

/** Ignores semicolons in quotes and parentheses. */
function splitDeclarations(css: string): string[] {
  if (!/["'(]/.test(css)) return css.split(';')
  const parts: string[] = []
  let start = 0
  let quote = ''
  let depth = 0
  for (let at = 0; at < css.length; at++) {
    const character = css[at] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (character === ';' && depth === 0) {
      parts.push(css.slice(start, at))
      start = at + 1
    }
  }
  parts.push(css.slice(start))
  return parts
}
