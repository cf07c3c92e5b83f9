import { type DefaultTreeAdapterTypes, parse } from 'parse5'

/** A piece of text as it is painted. */
export interface PaintedText {
  text: string
  color: string
  background: string
  /** Contrast of the two, 1 to 21 (WCAG 2.2, relative luminance). */
  contrast: number
  /** At least 24 px, or 18.66 px and bold: 3 is enough for it (WCAG 2.2, 1.4.3). */
  isLarge: boolean
}

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.ChildNode

interface Paint {
  color: string
  background: string
  size: number
  weight: number
}

/** Every visible text of an email in one scheme, with the colors that inline styles and dark classes give it. */
export function paintedTexts(html: string, scheme: 'light' | 'dark'): PaintedText[] {
  const rules = scheme === 'dark' ? darkRules(html) : new Map<string, string>()
  const out: PaintedText[] = []
  const visit = (node: Node, paint: Paint): void => {
    if (node.nodeName === '#text' && 'value' in node) {
      const text = node.value.trim()
      if (/[\p{L}\p{N}]/u.test(text)) out.push(painted(text, paint))
    }
    if (!('tagName' in node) || node.tagName === 'head') return
    const css = declarationsOf(node, rules)
    if (/(?:^|;)display:none/.test(css.get('style') ?? '') || css.get('display') === 'none') return
    const inside = { ...paint }
    const color = readColor(css.get('color'))
    const background = readColor(css.get('background-color') ?? css.get('background'))
    if (color !== undefined) inside.color = color
    if (background !== undefined) inside.background = background
    const size = /^([\d.]+)px$/.exec(css.get('font-size') ?? '')?.[1]
    if (size !== undefined) inside.size = Number(size)
    if (css.has('font-weight')) inside.weight = Number(css.get('font-weight')) || 400
    if (/^(?:b|strong|th|h[1-6])$/.test(node.tagName) && !css.has('font-weight')) inside.weight = 700
    for (const child of node.childNodes) visit(child, inside)
  }
  for (const child of parse(html).childNodes)
    visit(child, { color: '#000000', background: '#ffffff', size: 16, weight: 400 })
  return out
}

function declarationsOf(element: Element, rules: ReadonlyMap<string, string>): Map<string, string> {
  const style = element.attrs.find(({ name }) => name === 'style')?.value ?? ''
  const classes = element.attrs.find(({ name }) => name === 'class')?.value.split(/\s+/) ?? []
  const sources = [style, ...classes.map((name) => rules.get(name) ?? '')]
  const found = new Map<string, string>()
  for (const declaration of sources.flatMap((source) => source.split(';'))) {
    const colon = declaration.indexOf(':')
    if (colon > 0)
      found.set(
        declaration.slice(0, colon).trim(),
        declaration
          .slice(colon + 1)
          .replace('!important', '')
          .trim(),
      )
  }
  return found
}

function darkRules(html: string): Map<string, string> {
  const start = html.indexOf('@media (prefers-color-scheme:dark){')
  const rules = new Map<string, string>()
  if (start < 0) return rules
  const css = html.slice(html.indexOf('{', start) + 1, html.indexOf('}}', start) + 1)
  for (const [, name = '', body = ''] of css.matchAll(/\.([\w-]+)\{([^}]*)\}/g)) {
    rules.set(name, `${rules.get(name) ?? ''};${body}`)
  }
  return rules
}

function painted(text: string, { color, background, size, weight }: Paint): PaintedText {
  const [a, b] = [luminance(color), luminance(background)]
  const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
  return { text, color, background, contrast, isLarge: size >= 24 || (size >= 18.66 && weight >= 700) }
}

function readColor(value: string | undefined): string | undefined {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})\b/i.exec(value ?? '')?.[1]
  if (hex === undefined) return undefined
  return `#${hex.length === 3 ? hex.replace(/./g, '$&$&') : hex}`
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
