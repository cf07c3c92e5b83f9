import type { BackgroundImage, Border, Box, EmailDocument, Style } from '../../document/index.ts'

/** Undefined attributes are omitted. */
export type MjmlAttributes = Readonly<Record<string, string | number | undefined>>

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function writeElement(name: string, attributes: MjmlAttributes, content?: string): string {
  let out = `<${name}`
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue
    out += ` ${key}="${escapeText(String(value)).replaceAll('"', '&quot;')}"`
  }
  return content === undefined ? `${out} />` : `${out}>${content}</${name}>`
}

/** Converts colors and fonts of a document to MJML. */
export class Paints {
  /** Names of the web fonts in use. */
  readonly webFonts = new Set<string>()
  private readonly document: EmailDocument
  private readonly cdnUrl: string

  /** `cdnUrl` is the prefix of URLs that begin with /cdn/. */
  constructor(document: EmailDocument, cdnUrl: string) {
    this.document = document
    this.cdnUrl = cdnUrl
  }

  /** The light value of a color. */
  color(value: string | undefined): string | undefined {
    if (value === undefined) return undefined
    const { colors } = this.document.theme
    const name = value.startsWith('$color.') ? value.slice(7) : undefined
    const color = name === undefined ? value : Object.hasOwn(colors, name) ? colors[name]?.light : undefined
    if (color?.length !== 9) return color
    const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16)
    return `rgba(${part(1)},${part(3)},${part(5)},${Math.round((part(7) / 255) * 100) / 100})`
  }

  font(value: string | undefined): string | undefined {
    if (!value?.startsWith('$font.')) return value
    const name = value.slice(6)
    const font = Object.hasOwn(this.document.theme.fonts, name) ? this.document.theme.fonts[name] : undefined
    if (font === undefined) return undefined
    if (font.href !== undefined) this.webFonts.add(name)
    return font.fallback === '' ? font.family : `${font.family}, ${font.fallback}`
  }

  /** The URL of an image, which may be an asset of the document. */
  readImageUrl(source: string): string {
    const { assets = {} } = this.document
    const address = (Object.hasOwn(assets, source) ? assets[source]?.url : undefined) ?? source
    return address.startsWith('/cdn/') ? this.cdnUrl + address : address
  }

  /** Width in px of an image that is an asset of the document. */
  imageWidth(source: string): number | undefined {
    const { assets = {} } = this.document
    return Object.hasOwn(assets, source) ? assets[source]?.width : undefined
  }

  /** Background, image, border, corners and padding as attributes. */
  box({ background, backgroundImage, border, corners, padding, radius }: Style): MjmlAttributes {
    return {
      'background-color': this.color(background),
      ...(backgroundImage === undefined ? {} : this.image(backgroundImage)),
      ...this.border(border),
      'border-radius': writeRadius(radius, corners),
      padding: writeBox(padding ?? [0, 0, 0, 0]),
    }
  }

  border(border: Border | undefined, name = 'border'): Record<string, string | undefined> {
    const color = this.color(border?.color)
    if (border === undefined || border.width === 0 || color === undefined) return {}
    const line = `${border.width}px ${border.style} ${color}`
    if (border.sides === undefined || border.sides.length === 4) return { [name]: line }
    return Object.fromEntries(border.sides.map((side) => [`${name}-${side}`, line]))
  }

  private image({ src, size, position, repeat }: BackgroundImage): MjmlAttributes {
    return {
      'background-url': this.readImageUrl(src),
      'background-size': size ?? 'cover',
      'background-position': position ?? 'center center',
      'background-repeat': repeat === undefined || repeat === 'no-repeat' ? 'no-repeat' : 'repeat',
    }
  }
}

/** CSS shorthand of four lengths. */
export function writeBox(box: Box): string {
  const [top, right, bottom, left] = box
  if (top === bottom && right === left) return top === right ? `${top}px` : `${top}px ${right}px`
  return `${top}px ${right}px ${bottom}px ${left}px`
}

const cornerNames = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const

/** The radius of all corners, or of the given ones. */
export function writeRadius(radius: number | undefined, corners: Style['corners']): string | undefined {
  if (radius === undefined || radius === 0) return undefined
  if (corners === undefined || corners.length === 4) return `${radius}px`
  return cornerNames.map((corner) => (corners.includes(corner) ? `${radius}px` : '0')).join(' ')
}

export function writeText(style: Style, paints: Paints): MjmlAttributes {
  const { decoration, italic, letterSpacing, lineHeight, size, transform, weight } = style
  return {
    'font-family': paints.font(style.font),
    'font-size': size === undefined ? undefined : `${size}px`,
    'font-weight': weight,
    'font-style': italic ? 'italic' : undefined,
    'line-height': lineHeight,
    'letter-spacing': letterSpacing === undefined || letterSpacing === 0 ? undefined : `${letterSpacing}px`,
    'text-transform': transform === undefined || transform === 'none' ? undefined : transform,
    'text-decoration': decoration === 'underline' ? 'underline' : undefined,
    color: paints.color(style.color),
  }
}
