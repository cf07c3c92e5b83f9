import { isAddress, readColor } from '../../document/index.ts'
import type { Declarations, StyleRules, Styled } from '../head/style-rules.ts'
import { readDeclarations } from '../head/style-rules.ts'
import { type Fragment, type FragmentElement, isBlank } from './fragment.ts'

const inlineElements = new Set(
  'a abbr acronym b bdi bdo br cite code del em font i ins kbd label s small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

export function isInline(name: string): boolean {
  return inlineElements.has(name)
}

/** Thrown for HTML that rich text cannot express. */
export class UnsupportedRichText extends Error {
  readonly what: string
  constructor(what: string) {
    super(what)
    this.what = what
  }
}

/** Style properties without a visible effect in running text. */
const idle =
  /^(?:-|mso-|_)|^(?:display|word-break|word-wrap|overflow-wrap|white-space|outline|cursor|direction|orphans|widows|transition|box-sizing|font-variant.*|font-stretch|line-break|hyphens|text-size-adjust|text-indent|text-decoration-(?:style|color|thickness)|max-width|min-width|font-feature-settings|text-rendering|unicode-bidi)$/
/** Style properties that rich text keeps on a run. */
const runProperties = new Set([
  'color',
  'background',
  'background-color',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-decoration',
  'text-decoration-line',
  'vertical-align',
  'line-height',
])
const zero = /^(?:0(?:px|em|%)?\s*)+$|^(?:auto|none|normal|initial|inherit|unset|0 auto)$/

/** The declarations of an element: those of the style sheet, then its own. */
export function declarationsOf(element: FragmentElement, path: readonly Styled[], rules: StyleRules): Declarations {
  const sheet = rules.declared(path)
  const { style } = element.attributes
  return style === undefined
    ? sheet
    : { ...sheet, ...readDeclarations(style.replaceAll('&quot;', "'").replaceAll('&#39;', "'")) }
}

export function styledAs({ name, attributes }: FragmentElement): Styled {
  return { name, classes: (attributes['class'] ?? '').split(/\s+/).filter((one) => one !== '') }
}

/**
 * Moves declarations of the style sheet to the elements, in the form that rich text parsing expects. Throws UnsupportedRichText
 * for unsupported content.
 */
export function inlineStyles(
  fragments: readonly Fragment[],
  path: readonly Styled[],
  rules: StyleRules,
  around: TextAround,
): Fragment[] {
  return fragments.map((fragment) => {
    if (fragment.kind === 'text') return fragment
    const { name, attributes } = fragment
    if (!isInline(name)) throw new UnsupportedRichText(`<${name}>`)
    if (name === 'br' || name === 'wbr') return fragment
    const inside = [...path, styledAs(fragment)]
    const style = runStyle(declarationsOf(fragment, inside, rules), name, around)
    const { 'font-size': size = '', color = around.color } = style
    const children = inlineStyles(fragment.children, inside, rules, {
      size: Number.parseFloat(size) || around.size,
      color,
    })
    const out: Record<string, string> = {}
    if (name === 'a') Object.assign(out, linkAttributes(attributes))
    if (name === 'font') {
      if (attributes['color'] !== undefined) out['color'] = attributes['color']
      if (attributes['face'] !== undefined) out['face'] = attributes['face']
    }
    const css = Object.entries(style).map(([property, value]) => `${property}:${value}`)
    if (css.length > 0) out['style'] = css.join(';')
    return { kind: 'element', name: name === 'small' ? 'span' : name, attributes: out, children }
  })
}

export interface TextAround {
  /** In px. */
  size: number
  color: string
}

function linkAttributes({ href, title, 'data-role': role }: Readonly<Record<string, string>>): Record<string, string> {
  const out: Record<string, string> = {}
  if (href !== undefined && href.trim() !== '') {
    const address = href.trim().replaceAll('&amp;', '&')
    if (!isAddress(address)) throw new UnsupportedRichText(`a link to ${address.slice(0, 60)}`)
    out['href'] = href.trim()
  }
  if (title !== undefined) out['title'] = title
  if (role !== undefined) out['data-role'] = role
  return out
}

function runStyle(declared: Declarations, name: string, { size, color }: TextAround): Record<string, string> {
  const out: Record<string, string> = name === 'small' ? { 'font-size': `${Math.round(size / 1.2)}px` } : {}
  // Links have their own color, so an inherited one must be explicit.
  if (name === 'a' && declared['color'] === 'inherit') out['color'] = color
  for (const [property, value] of Object.entries(declared)) {
    if (value === '' || value === 'inherit' || idle.test(property)) continue
    // Links are underlined by default.
    if (name === 'a' && property.startsWith('text-decoration') && value === 'underline') continue
    if (property === 'font-size') out[property] = `${inPx(value, size)}px`
    else if (property === 'vertical-align') {
      if (/^(?:sub|super)$/i.test(value)) out[property] = value
    } else if (property === 'font-weight') out[property] = keepWeight(value)
    else if ((property === 'color' || property.startsWith('background')) && readColor(value) === undefined) {
      if (property !== 'background' || !/^(?:none|0 0)/.test(value))
        throw new UnsupportedRichText(`${property}:${value}`)
    } else if (runProperties.has(property)) out[property] = value
    else if (!zero.test(value)) throw new UnsupportedRichText(`${property}:${value} inside a line`)
  }
  return out
}

function keepWeight(value: string): string {
  const number = Number.parseInt(value, 10)
  if (Number.isNaN(number)) return value
  return number >= 600 ? '700' : '400'
}

/** A font size in px; percentages and em refer to `size`. */
export function inPx(value: string, size: number): number {
  const [, digits = '', unit = ''] = /^\s*(\d+(?:\.\d+)?|\.\d+)(px|em|rem|pt|%)\s*$/i.exec(value) ?? []
  const number = Number(digits)
  // Invalid CSS has no effect.
  if (digits === '') return named[value.trim().toLowerCase()] ?? size
  const times = { px: 1, em: size, rem: 16, pt: 4 / 3, '%': size / 100 }[unit.toLowerCase()] ?? 1
  return Math.min(Math.max(Math.round(number * times * 100) / 100, 1), 200)
}

const named: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
}

/** The element that spans the whole line, if there is one. */
export function onlyElement(fragments: readonly Fragment[]): FragmentElement | undefined {
  const seen = fragments.filter((one) => !isBlank(one))
  const [first] = seen
  return seen.length === 1 && first?.kind === 'element' ? first : undefined
}
