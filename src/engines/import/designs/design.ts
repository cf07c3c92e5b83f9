import { isAddress } from '../../document/index.ts'
import { readFragment } from '../html/read-page.ts'
import { blocksBelow } from '../html/theme.ts'
import { type Contents, countWords, emptyContents } from '../kept.ts'
import { ImportWarnings } from '../report.ts'
import { liftTags } from '../tags/lift-tags.ts'
import { writeTags } from '../tags/lifted.ts'
import { type Part, textIn } from './values.ts'

/** What the reading of one design shares. */
export class Design {
  readonly warnings = new ImportWarnings()
  /** What the design shows, whatever becomes of it. */
  readonly contents: Contents = emptyContents()
  readonly width: number

  constructor(width: number) {
    this.width = width
  }

  /** A piece of HTML as blocks whose text looks as the declarations say, with padding around the whole. */
  html(html: string, style: string, padding: readonly number[] | undefined): Part[] {
    const { contents, warnings, width } = this
    const pad = padding === undefined ? '' : `padding:${padding.map((side) => `${side}px`).join(' ')}`
    return readFragment(html, { style: `${style};${pad}`, width, contents, warnings })
  }

  /** A text with its template tags in our words; empty, with a warning, when they have none. */
  text(value: unknown): string {
    const source = (textIn(value) ?? '')
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    countWords(source.replace(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g, ' '), this.contents.words)
    const { text, tags } = liftTags(source)
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

  /** The address of a picture. */
  picture(value: unknown): string {
    const source = (textIn(value) ?? '').trim()
    if (source === '') return ''
    this.contents.images.add(source)
    return this.#address(source, 'PICTURE_LOST') ?? ''
  }

  #address(source: string, code: string): string | undefined {
    const { text, tags } = liftTags(source.startsWith('//') ? `https:${source}` : source)
    const written = writeTags(text, tags)
    if (written !== undefined && isAddress(written)) return written
    this.warnings.add(code, `An address is none that documents take: ${source.slice(0, 120)}`)
    return undefined
  }
}

/** Whether rows hold any block. */
export function holdsBlocks(rows: readonly Part[]): boolean {
  return blocksBelow(rows).length > 0
}
