import type { CssSheet, Declaration } from '../page/scan-css.ts'
import { knownFeatures } from './support.ts'

/** Feature slugs that cover several properties, or differ from the property name. */
const properties: Record<string, string> = {
  'block-size': 'css-block-inline-size',
  'column-gap': 'css-gap',
  'row-gap': 'css-gap',
  'grid-template-columns': 'css-grid-template',
  'grid-template-rows': 'css-grid-template',
  'grid-template-areas': 'css-grid-template',
  'column-width': 'css-column-layout-properties',
  'column-rule': 'css-column-layout-properties',
  'column-span': 'css-column-layout-properties',
  columns: 'css-column-layout-properties',
  left: 'css-left-right-top-bottom',
  right: 'css-left-right-top-bottom',
  top: 'css-left-right-top-bottom',
  bottom: 'css-left-right-top-bottom',
  'margin-inline': 'css-margin-inline-block',
  'margin-block': 'css-margin-inline-block',
  'margin-inline-start': 'css-margin-inline-start-end',
  'margin-inline-end': 'css-margin-inline-start-end',
  'margin-block-start': 'css-margin-block-start-end',
  'margin-block-end': 'css-margin-block-start-end',
  'padding-inline': 'css-padding-inline-block',
  'padding-block': 'css-padding-inline-block',
  'padding-inline-start': 'css-padding-inline-start-end',
  'padding-inline-end': 'css-padding-inline-start-end',
  'padding-block-start': 'css-padding-block-start-end',
  'padding-block-end': 'css-padding-block-start-end',
  'border-inline': 'css-border-inline-block',
  'border-block': 'css-border-inline-block',
  'scroll-snap-type': 'css-scroll-snap',
  'animation-name': 'css-animation',
  'transition-property': 'css-transition',
}

/** Features detected in a value; each pattern matches the value in lowercase, without strings and URLs. */
const values: readonly [slug: string, pattern: RegExp][] = [
  ['css-linear-gradient', /\blinear-gradient\(/],
  ['css-radial-gradient', /\bradial-gradient\(/],
  ['css-conic-gradient', /\bconic-gradient\(/],
  ['css-function-clamp', /\bclamp\(/],
  ['css-function-light-dark', /\blight-dark\(/],
  ['css-function-max', /\bmax\(/],
  ['css-function-min', /\bmin\(/],
  ['css-unit-calc', /\bcalc\(/],
  ['css-variables', /\bvar\(/],
  ['css-modern-color', /\b(?:ok)?l(?:ch|ab)\(/],
  ['css-rgba', /\brgba\(/],
  ['css-rgb', /\brgb\(/],
  ['css-unit-initial', /\binitial\b/],
  ['css-intrinsic-size', /\b(?:fit|min|max)-content\b/],
  ['css-sytem-ui', /\b(?:system-ui|ui-(?:serif|sans-serif|rounded|monospace))\b/],
  ...['ch', 'cm', 'em', 'ex', 'in', 'mm', 'pc', 'pt', 'rem', 'vh', 'vmax', 'vmin', 'vw'].map(
    (unit): [string, RegExp] => [`css-unit-${unit}`, new RegExp(`\\d${unit}\\b`)],
  ),
]

const pairs: readonly [slug: string, property: string, pattern: RegExp][] = [
  ['css-display-flex', 'display', /^(?:inline-)?flex$/],
  ['css-display-grid', 'display', /^(?:inline-)?grid$/],
  ['css-display-none', 'display', /^none$/],
  ['css-flex-direction', 'flex-direction', /^column/],
  ['css-flex-wrap', 'flex-wrap', /^wrap/],
]

const pseudos = /::?([a-z-]+)(?=[^a-z-]|$)/g
const sameTitle = new Set(['align-items', 'display', 'flex-wrap', 'flex-direction'])
let named: Map<string, string> | undefined

export function declarationFeatures({ property, value }: Declaration, add: (slug: string) => void): void {
  named ??= propertySlugs()
  if (property.startsWith('--')) return add('css-variables')
  const slug = named.get(property)
  if (slug !== undefined && !sameTitle.has(property)) add(slug)
  else if (property === 'align-items') add('css-align-items')
  const plain = bare(value)
  for (const [feature, pattern] of values) if (pattern.test(plain)) add(feature)
  for (const [feature, name, pattern] of pairs) if (property === name && pattern.test(plain)) add(feature)
}

/** Features of a style sheet: its declarations, selectors and at-rules. */
export function sheetFeatures(sheet: CssSheet, add: (slug: string) => void): void {
  if (sheet.isNested) add('css-nesting')
  for (const statement of sheet.statements) if (/^@import\b/i.test(statement)) add('css-at-import')
  for (const block of sheet.blocks) atRuleFeatures(block.toLowerCase(), add)
  for (const { selector, declarations } of sheet.rules) {
    selectorFeatures(selector.length > 1000 ? selector.slice(0, 1000) : selector, add)
    for (const declaration of declarations) declarationFeatures(declaration, add)
  }
}

function atRuleFeatures(prelude: string, add: (slug: string) => void): void {
  if (prelude.startsWith('@font-face')) return add('css-at-font-face')
  if (/^@(?:-[a-z]+-)?keyframes/.test(prelude)) return add('css-at-keyframes')
  if (prelude.startsWith('@supports')) return add('css-at-supports')
  if (!prelude.startsWith('@media')) return
  add('css-at-media')
  if (prelude.includes('prefers-color-scheme')) add('css-at-media-prefers-color-scheme')
  if (prelude.includes('prefers-reduced-motion')) add('css-at-media-prefers-reduced-motion')
  if (prelude.includes('orientation')) add('css-at-media-orientation')
  if (prelude.includes('device-pixel-ratio')) add('css-at-media-device-pixel-ratio')
  if (/\((?:hover|any-hover)/.test(prelude)) add('css-at-media-hover')
}

function selectorFeatures(selector: string, add: (slug: string) => void): void {
  // Prefixes specific to a client are intended for that client.
  if (/\[data-ogs[bc]\]|\[owa\]|\.moz-text-html|u \+/.test(selector)) return
  if (selector.includes('[')) add('css-selector-attribute')
  if (selector.includes('+')) add('css-selector-adjacent-sibling')
  if (selector.includes('~') && !selector.includes('~=')) add('css-selector-general-sibling')
  if (selector.includes('>')) add('css-selector-child')
  for (const [, name = ''] of selector.toLowerCase().matchAll(pseudos)) {
    add(`css-pseudo-class-${name}`)
    add(`css-pseudo-element-${name}`)
  }
}

function propertySlugs(): Map<string, string> {
  const slugs = knownFeatures().filter((slug) => /^css-(?!at-|unit-|function-|pseudo-|selector-|display-)/.test(slug))
  return new Map([...slugs.map((slug): [string, string] => [slug.slice(4), slug]), ...Object.entries(properties)])
}

function bare(value: string): string {
  const lower = value.length > 2000 ? value.slice(0, 2000).toLowerCase() : value.toLowerCase()
  return /["'(]/.test(lower) ? lower.replace(/url\([^()]*\)|"[^"]*"|'[^']*'/g, ' ') : lower
}
