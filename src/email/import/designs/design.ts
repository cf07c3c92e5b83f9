import { type Box, isAddress } from '../../document/index.ts'
import type { WebFont } from '../html/head.ts'
import { readFragment } from '../html/read-page.ts'
import { type Contents, countWords, emptyContents } from '../content-share.ts'
import { ImportWarnings } from '../report.ts'
import { extractTags } from '../tags/extract-tags.ts'
import { writeTags } from '../tags/extracted.ts'
import { type DesignPart, type alignIn, fontIn, textIn, partOf } from './values.ts'

export interface DesignTextStyle {
  font: string
  color: string
  link: string
}

type Align = ReturnType<typeof alignIn>

export interface UnlayerContent {
  type: string
  values: DesignPart
  /** Values for phones, which override the others. */
  mobile: DesignPart
  padding: Box | undefined
  placed: { padding: Box | undefined; align: Align }
  design: Design
  look: DesignTextStyle
}

export interface BeefreeModule {
  type: string
  /** The descriptor member with the content; the module itself in the simple format. */
  part: DesignPart
  /** The style of the surrounding cell; the module itself in the simple format. */
  outer: DesignPart
  computed: DesignPart
  padding: Box | undefined
  align: Align
  design: Design
  look: DesignTextStyle
}

/** Importers of a block type for the designs of other editors. */
export interface BlockImport {
  unlayer?: {
    /** Display name for warnings. */
    name: string
    /** Content types that this importer accepts. */
    types: readonly string[]
    /** Names of the imported values, separated by spaces; all others are reported in warnings. */
    members: string
    mobileMembers?: string
    /**
     * The importer applies the values for phones itself; otherwise padding, alignment and sizes are applied to every block.
     */
    readsMobile?: true
    read(content: UnlayerContent): DesignPart[]
  }
  beefree?: {
    /** Module type to the descriptor member with the content. */
    members: Readonly<Record<string, string>>
    read(module: BeefreeModule): DesignPart[]
  }
}

/** Keyed by block type. */
export type BlockImports = ReadonlyMap<string, BlockImport>

export class Design {
  readonly warnings = new ImportWarnings()
  /** Visible content of the design, imported or not. */
  readonly contents: Contents = emptyContents()
  readonly width: number
  readonly fonts: WebFont[] = []
  readonly #anchors = new Set<string>()

  /** Keyed by content type. */
  readonly unlayer: ReadonlyMap<string, NonNullable<BlockImport['unlayer']>>
  /** Keyed by module type. */
  readonly beefree: ReadonlyMap<string, NonNullable<BlockImport['beefree']>>

  constructor(width: number, blockImports: BlockImports) {
    this.width = width
    const imports = [...blockImports.values()]
    this.unlayer = new Map(
      imports.flatMap(({ unlayer }) =>
        unlayer === undefined ? [] : unlayer.types.map((type) => [type, unlayer] as const),
      ),
    )
    this.beefree = new Map(
      imports.flatMap(({ beefree }) =>
        beefree === undefined ? [] : Object.keys(beefree.members).map((type) => [type, beefree] as const),
      ),
    )
  }

  /**
   * Converts an HTML fragment to blocks. `style` contains the declarations of its text, `narrow` those that override them on
   * phones; the padding surrounds the whole.
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

  /** Reads a font stack and registers its style sheet, if it has one. */
  font(stack: unknown, href: unknown): string | undefined {
    const font = fontIn(stack)
    const address = (textIn(href) ?? '').replace(/^(?:http:)?\/\//, 'https://')
    const family = font?.split(',')[0]?.replaceAll("'", '').trim()
    const isNew = family !== undefined && !this.fonts.some((one) => one.family === family)
    if (isNew && /^https:\/\/[^\s"'<>()\\;{}]+$/.test(address) && address.length <= 2000)
      this.fonts.push({ family, href: address })
    return font
  }

  /** An anchor name for links within the email; undefined if it is invalid or already used. */
  anchor(value: unknown): string | undefined {
    const name = textIn(value)
    if (name === undefined || name === '') return undefined
    if (!/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name) || this.#anchors.has(name)) {
      this.warnings.add('PROPERTY_LOST', `The anchor "${name.slice(0, 60)}" is invalid or duplicate.`)
      return undefined
    }
    this.#anchors.add(name)
    return name
  }

  /** A text with its template tags as merge tags; empty, with a warning, if a tag cannot be converted. */
  text(value: unknown): string {
    const source = (textIn(value) ?? '')
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    countWords(source.replace(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g, ' '), this.contents.words)
    const { text, tags } = extractTags(source)
    const written = writeTags(text, tags)
    if (written === undefined)
      this.warnings.add('TAG_LOST', `The template tag in "${source.slice(0, 80)}" has no equivalent merge tag.`)
    return written ?? ''
  }

  /** The URL of a link; undefined, with a warning, if documents do not accept it. */
  link(value: unknown): string | undefined {
    const source = (textIn(value) ?? '').trim()
    if (source === '') return undefined
    this.contents.links.add(source)
    return this.#address(source, 'LINK_LOST')
  }

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
    this.warnings.add(code, `Unsupported URL: ${source.slice(0, 120)}`)
    return undefined
  }
}

/** Members without effect on the email: ids, sizes measured by the editor, permissions. */
const ownOfEditors = new Set(
  '_meta id uuid type selectable draggable duplicatable deletable hideable calculatedWidth calculatedHeight columns moreOptions key location slug hasDeprecatedFonts version empty synced locked name prefix target'.split(
    ' ',
  ),
)

/** Adds a warning for each member that was not imported, once per name; skips empty members. */
export function reportLeft(reading: Design, what: string, values: DesignPart, known: readonly string[]): void {
  for (const [name, value] of Object.entries(values)) {
    if (ownOfEditors.has(name) || known.includes(name) || isNothing(value)) continue
    reading.warnings.add('PROPERTY_LOST', `${what}: "${name.slice(0, 60)}" has no equivalent and was not imported.`)
  }
}

const emptyValues = new Set(['', '0', '0px', 'none', 'auto', 'normal', 'transparent', 'inherit', 'initial'])

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === 0) return true
  if (typeof value === 'string') return emptyValues.has(value.trim())
  if (Array.isArray(value)) return value.every(isNothing)
  return typeof value === 'object' && Object.values(partOf(value)).every(isNothing)
}
