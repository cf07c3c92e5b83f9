import type { EmailDocument, Style } from '../../email/document/index.ts'
import { plainLinkColor } from '../../email/render/index.ts'

/** A CSS color; theme colors become custom properties, because they depend on the scheme. */
export function cssColor(color: string): string {
  return color.startsWith('$color.') ? `var(--text-color-${color.slice(7)})` : color
}

export function cssFont(font: string): string {
  return font.startsWith('$font.') ? `var(--text-font-${font.slice(6)})` : font.replaceAll('"', "'")
}

const here = '[data-typing]'

/** CSS that gives edited text its rendered style: fonts and colors of the theme, links, headings, spacing. */
export function typingRules(
  document: EmailDocument,
  scheme: 'light' | 'dark',
  block: { spacing?: number | undefined },
) {
  const { colors, fonts, headings = {}, link = {} } = document.theme
  const properties = [
    ...Object.entries(colors).map(
      ([name, { light, dark }]) => `--text-color-${name}:${scheme === 'dark' ? (dark ?? light) : light}`,
    ),
    ...Object.entries(fonts).map(([name, font]) => `--text-font-${name}:${stackOf(font)}`),
  ]
  const gap = block.spacing === undefined ? '1em' : `${block.spacing}px`
  const indent = document.meta.dir === 'rtl' ? '0 1.5em 0 0' : '0 0 0 1.5em'
  return [
    `${here}{${properties.join(';')}}`,
    `${here} a{color:${cssColor(link.color ?? plainLinkColor)};text-decoration:${link.underline === false ? 'none' : 'underline'}}`,
    `${here} [data-ink] a{color:inherit}`,
    `${here} :is(p,h1,h2,h3,h4){margin:0}`,
    `${here} :is(ul,ol){margin:${indent};padding:0}`,
    `${here}[data-typing='rich']>:not(:last-child){margin-bottom:${gap}}`,
    ...([1, 2, 3, 4] as const).map((level) => `${here} h${level}{${headingStyle(headings[level])}}`),
  ].join('\n')
}

function stackOf({ family, fallback }: EmailDocument['theme']['fonts'][string]): string {
  const name = /^['"]|,|^[\w-]+$/.test(family) ? family : `'${family}'`
  return [name, fallback].filter((part) => part !== '').join(',')
}

function headingStyle(heading: Style = { weight: 700 }): string {
  const { color, font, size, weight, italic, lineHeight, letterSpacing, transform } = heading
  const style: Record<string, string | undefined> = {
    color: color && cssColor(color),
    'font-family': font === undefined ? 'inherit' : cssFont(font),
    'font-size': size === undefined ? 'inherit' : `${size}px`,
    'font-weight': weight === undefined ? 'inherit' : String(weight),
    'font-style': italic === true ? 'italic' : undefined,
    'line-height': lineHeight === undefined ? undefined : String(lineHeight),
    'letter-spacing': letterSpacing === undefined ? undefined : `${letterSpacing}px`,
    'text-transform': transform,
  }
  return Object.entries(style)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}:${value}`))
    .join(';')
}
