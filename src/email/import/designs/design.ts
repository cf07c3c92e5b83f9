import { isAddress } from '../../document/index.ts'
import type { WebFont } from '../html/head.ts'
import { readFragment } from '../html/read-page.ts'
import { blocksBelow } from '../html/theme.ts'
import { type Contents, countWords, emptyContents } from '../kept.ts'
import { ImportWarnings } from '../report.ts'
import { extractTags } from '../tags/lift-tags.ts'
import { writeTags } from '../tags/extracted.ts'
import { type DesignPart, fontIn, textIn } from './values.ts'

/** What the reading of one design shares. */
export class Design {
  readonly warnings = new ImportWarnings()
  /** What the design shows, whatever becomes of it. */
  readonly contents: Contents = emptyContents()
  readonly width: number
  /** The fonts that it loads. */
  readonly fonts: WebFont[] = []
  readonly #anchors = new Set<string>()

  constructor(width: number) {
    this.width = width
  }

  /**
   * A piece of HTML as blocks whose text looks as the declarations say, with padding around the whole; `narrow` are
   * declarations that phones put over them.
   */
  html(html: string, style: string, padding: readonly number[] | undefined, narrow = ''): DesignPart[] {
    const { contents, warnings, width } = this
    const pad = padding === undefined ? '' : `padding:${padding.map((side) => `${side}px`).join(' ')}`
    const parts = { width, contents, warnings }
    if (narrow === '') return readFragment(html, { style: `${style};${pad}`, ...parts })
    const sheet = `<style>@media (max-width:480px){.narrow-part{${narrow}}}</style>`
    const inside = `${sheet}<div class="narrow-part" style="${`${style};${pad}`.replaceAll('"', "'")}">${html}</div>`
    return readFragment(inside, { style: '', ...parts })
  }

  /** A font stack, and the address of its style sheet where it has one. */
  font(stack: unknown, href: unknown): string | undefined {
    const font = fontIn(stack)
    const address = (textIn(href) ?? '').replace(/^(?:http:)?\/\//, 'https://')
    const family = font?.split(',')[0]?.replaceAll("'", '').trim()
    const isNew = family !== undefined && !this.fonts.some((one) => one.family === family)
    if (isNew && /^https:\/\/[^\s"'<>()\\;{}]+$/.test(address) && address.length <= 2000)
      this.fonts.push({ family, href: address })
    return font
  }

  /** A name that links of the email lead to; undefined when documents take none such, or it is taken. */
  anchor(value: unknown): string | undefined {
    const name = textIn(value)
    if (name === undefined || name === '') return undefined
    if (!/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name) || this.#anchors.has(name)) {
      this.warnings.add(
        'PROPERTY_LOST',
        `The anchor "${name.slice(0, 60)}" is no name that documents take, or it is there twice.`,
      )
      return undefined
    }
    this.#anchors.add(name)
    return name
  }

  /** A text with its template tags in our words; empty, with a warning, when they have none. */
  text(value: unknown): string {
    const source = (textIn(value) ?? '')
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    countWords(source.replace(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g, ' '), this.contents.words)
    const { text, tags } = extractTags(source)
    const written = writeTags(text, tags)
    if (written === undefined)
      this.warnings.add('TAG_LOST', `No words of ours for the template tag in "${source.slice(0, 80)}".`)
    return written ?? ''
  }

  /** The address of a link; undefined, with a warning, when documents take none such. */
  link(value: unknown): string | undefined {
    const source = (textIn(value) ?? '').trim()
    if (source === '') return undefined
    this.contents.links.add(source)
    return this.#address(source, 'LINK_LOST')
  }

  /** The address of an image. */
  readImageUrl(value: unknown): string {
    const source = (textIn(value) ?? '').trim()
    if (source === '') return ''
    this.contents.images.add(source)
    return this.#address(source, 'PICTURE_LOST') ?? ''
  }

  #address(source: string, code: string): string | undefined {
    const { text, tags } = extractTags(source.startsWith('//') ? `https:${source}` : source)
    const written = writeTags(text, tags)
    if (written !== undefined && isAddress(written)) return written
    this.warnings.add(code, `An address is none that documents take: ${source.slice(0, 120)}`)
    return undefined
  }
}

/** Whether rows hold any block. */
export function holdsBlocks(rows: readonly DesignPart[]): boolean {
  return blocksBelow(rows).length > 0
}
