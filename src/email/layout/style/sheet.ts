import { type Declaration, readDeclarations } from './declarations.ts'
import { type Selector, readSelector } from './selector.ts'

/** A rule that applies to the medium. */
export interface Rule {
  selector: Selector
  declarations: readonly Declaration[]
}

/** Maximum rules that are read of a style sheet. */
const maxRules = 2000

/** Rules that apply to the medium, in order. Unsupported rules are dropped. */
export function readSheet(css: string, medium: Medium): Rule[] {
  const rules: Rule[] = []
  readBlock(css.replace(/\/\*[^]*?(?:\*\/|$)/g, ''), medium, rules)
  return rules
}

function readBlock(css: string, medium: Medium, rules: Rule[]): void {
  let at = 0
  while (at < css.length && rules.length < maxRules) {
    const open = css.indexOf('{', at)
    if (open < 0) return
    const semicolon = css.indexOf(';', at)
    // A statement such as @import ends before the next block.
    if (semicolon >= 0 && semicolon < open && css.slice(at, semicolon).trimStart().startsWith('@')) {
      at = semicolon + 1
      continue
    }
    const head = css.slice(at, open).trim()
    const close = endOf(css, open)
    const body = css.slice(open + 1, close)
    at = close + 1
    if (head.startsWith('@media')) {
      if (matchesMedium(head.slice(6), medium)) readBlock(body, medium, rules)
    } else if (!head.startsWith('@')) addRules(head, body, rules)
  }
}

function addRules(head: string, body: string, rules: Rule[]): void {
  const declarations = readDeclarations(body)
  if (declarations.length === 0) return
  for (const part of head.split(',')) {
    const selector = readSelector(part.trim())
    if (selector !== undefined) rules.push({ selector, declarations })
  }
}

/** Offset of the end of the block that opens at the brace. */
function endOf(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    const character = css.charCodeAt(at)
    if (character === 0x7b) depth++
    else if (character === 0x7d && --depth === 0) return at
  }
  return css.length
}

/** Properties for media queries. */
export interface Medium {
  /** Window width, px. */
  width: number
  scheme: 'light' | 'dark'
}

/** False for unknown features. */
function matchesMedium(query: string, medium: Medium): boolean {
  return query
    .toLowerCase()
    .split(',')
    .some((one) => holdsOne(one.trim(), medium))
}

function holdsOne(query: string, medium: Medium): boolean {
  if (query === '') return true
  return query
    .replace(/^only\s+/, '')
    .split(/(?<!\s)\s+and\s+/)
    .every((part) => holdsPart(part.trim(), medium))
}

function holdsPart(part: string, { width, scheme }: Medium): boolean {
  if (part === 'screen' || part === 'all') return true
  const [, name = '', given = ''] = /^\(\s*([a-z-]+)\s*(?::([^)]*))?\)$/.exec(part) ?? []
  const value = given.trim()
  const pixels = /^(?:\d+(?:\.\d+)?|\.\d+)px$/.test(value) ? Number.parseFloat(value) : Number.NaN
  if (name === 'max-width' || name === 'max-device-width') return width <= pixels
  if (name === 'min-width' || name === 'min-device-width') return width >= pixels
  return name === 'prefers-color-scheme' && value === scheme
}
