import type { Rule, Sheet } from '../css/parse-sheet.ts'
import { type Selector, namesIn, readSelectors } from '../css/selectors.ts'
import { blocksBelow } from './theme.ts'
import type { InputNode } from './rows/style.ts'

const maxLength = 64 * 1024

/**
 * Style rules that html blocks still need: those whose classes and ids all occur in them, plus fonts and animations. Rules
 * for bare elements are omitted, because they would affect rendered blocks.
 */
export function referencedCss(rows: readonly InputNode[], sheets: readonly Sheet[]): string {
  const html = blocksBelow(rows).flatMap((block) => (block['type'] === 'html' ? [String(block['html'])] : []))
  const fonts = sheets.flatMap(({ verbatimRules }) =>
    verbatimRules.filter((rule) => html.length > 0 || rule.startsWith('@font-face')),
  )
  if (html.length === 0) return fonts.join('').slice(0, maxLength)
  const named = new Set<string>()
  for (const source of html) {
    for (const [, name, double, single] of source.matchAll(/\b(class|id)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)) {
      const sign = name?.toLowerCase() === 'id' ? '#' : '.'
      for (const word of (double ?? single ?? '').split(/\s+/)) if (word !== '') named.add(sign + word)
    }
  }
  let css = fonts.join('')
  for (const rule of sheets.flatMap(({ rules }) => rules)) {
    if (!readSelectors(rule.selectors).some((selector) => reaches(selector, named))) continue
    const printed = print(rule)
    if (css.length + printed.length > maxLength) break
    css += printed
  }
  return css
}

function reaches(selector: Selector, named: ReadonlySet<string>): boolean {
  const names = namesIn(selector)
  return names.length > 0 && names.every((name) => named.has(name))
}

function print({ selectors, declarations, query }: Rule): string {
  const body = [
    ...Object.entries(declarations.normal).map(([name, value]) => `${name}:${value}`),
    ...Object.entries(declarations.important).map(([name, value]) => `${name}:${value}!important`),
  ].join(';')
  return query === '' ? `${selectors}{${body}}` : `@media ${query}{${selectors}{${body}}}`
}
