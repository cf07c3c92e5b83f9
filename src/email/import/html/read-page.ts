import { createCascade, narrowWindow } from '../css/cascade.ts'
import { defaultsOf } from '../css/defaults.ts'
import { type Sheet, parseSheet } from '../css/parse-sheet.ts'
import { type Contents, contentsOfTree } from '../content-share.ts'
import type { ImportWarnings } from '../report.ts'
import { wordLists } from '../tree/word-lists.ts'
import { extractTags } from '../tags/extract-tags.ts'
import { type Element, findElement } from '../tree/dom.ts'
import { parseHtml } from '../tree/parse-html.ts'
import { type Box, noInsets } from './boxes/box.ts'
import type { HeldWidths } from './boxes/held-width.ts'
import { simplify, narrowToCard } from './boxes/simplify.ts'
import { buildBlock } from './build/build.ts'
import { frameWidths } from './frame.ts'
import { type EmailMeta, readMeta, takePreheader } from './head.ts'
import { styleInside, plainStyle } from './inherited-style.ts'
import type { Page, ImageSizes } from './page.ts'
import { wrapRegions } from './regions.ts'
import { TagColors } from './tag-colors.ts'
import { type EmailRows, emitRows } from './rows/sections.ts'
import type { InputNode } from './rows/style.ts'

/** A page as rows, before common styles are extracted into a theme. */
export interface ReadPage extends EmailRows {
  meta: EmailMeta
  /** Content width in px. */
  width: number
  /** Content width in px on phones, where it is limited. */
  mobileWidth: number | undefined
  sheets: Sheet[]
  root: Element
  contents: Contents
  /** Colors that contain template tags. */
  colors: TagColors
}

interface PageBlocks {
  warnings: ImportWarnings
  /** An additional style sheet. */
  css?: string | undefined
  /** Content width in px, if known. */
  width?: number
  images?: ImageSizes | undefined
}

const noImages: ImageSizes = new Map()

export function readPage(source: string, { css, warnings, width, images = noImages }: PageBlocks): ReadPage {
  const extracted = extractTags(source)
  const { tags } = extracted
  const text = wordLists(extracted.text)
  const parsed = parseHtml(text)
  for (const name of parsed.dropped) {
    warnings.add('ELEMENT_REMOVED', `${name} elements were removed: they are active content.`)
  }
  const colors = new TagColors(tags, warnings)
  colors.replaceInTree(parsed.root)
  const sheets = [...parsed.styles, ...(css === undefined ? [] : [css])].map((sheet) =>
    parseSheet(colors.replaceInCss(sheet)),
  )
  const body = findElement(parsed.root, ({ name }) => name === 'body') ?? parsed.root
  const cascade = createCascade(parsed.root, sheets)
  if (cascade.wasCut()) {
    warnings.add('CSS_TOO_COMPLEX', 'The style sheets are too complex; some rules were not applied.')
  }
  // Browsers add the body that a fragment does not have, with its margins.
  if (body === parsed.root) Object.assign(cascade.styleOf(body).base, defaultsOf({ ...body, name: 'body' }))
  const contents = contentsOfTree(body, cascade, tags)
  wrapRegions(parsed.root, text, tags)
  const base = findElement(parsed.root, ({ name }) => name === 'base')
  const heldWidths: HeldWidths = new WeakMap()
  const frames =
    width === undefined
      ? frameWidths(cascade, body, heldWidths)
      : { width, mobileWidth: undefined, squeezed: new Set<Element>() }
  const page: Page = {
    text,
    tags,
    cascade,
    warnings,
    isStandard: parsed.mode === 'standards',
    isQuirky: parsed.mode === 'quirks',
    width: frames.width,
    squeezed: frames.squeezed,
    mobileWidth: frames.mobileWidth ?? narrowWindow,
    baseUrl: base?.attributes['href'] ?? '',
    images,
    toUpload: new Set(),
    visibility: new WeakMap(),
    widths: new WeakMap(),
    minimalWidths: new WeakMap(),
    heldWidths,
    blocks: new WeakMap(),
  }
  const preheader = takePreheader(page, body)
  const meta = { ...readMeta(page, parsed.root), ...(preheader === undefined ? {} : { preheader }) }
  const simplified = simplify(buildBody(page, parsed.root, body))
  const narrowed = width === undefined ? narrowToCard(simplified, page.width) : { body: simplified, width }
  const rows = emitRows({ ...page, width: narrowed.width }, narrowed.body)
  const mobileWidth = frames.mobileWidth ?? narrowedBy(rows, body)
  warnOfUploads(page)
  return { ...rows, meta, width: narrowed.width, mobileWidth, sheets, root: parsed.root, contents, colors }
}

/** Smallest visible space beside a card, in px. */
const minMargin = 8
/** Share of the source that must have the same space beside it. */
const mostOfPage = 0.6

// Space beside the card that is the email, which phones keep.
function narrowedBy({ phoneMargins }: EmailRows, body: Element): number | undefined {
  const [card] = phoneMargins.toSorted((one, other) => other.weight - one.weight)
  if (card === undefined || card.px < minMargin || card.px > narrowWindow / 4) return undefined
  return card.weight < mostOfPage * (body.end - body.start) ? undefined : Math.round(narrowWindow - card.px)
}

/** Number of images that a warning names. */
const maxNamed = 20

function warnOfUploads({ toUpload, warnings }: Page): void {
  if (toUpload.size === 0) return
  const names = [...toUpload].slice(0, maxNamed).join(', ')
  const more = toUpload.size > maxNamed ? ` and ${toUpload.size - maxNamed} more` : ''
  warnings.add(
    'IMAGES_TO_UPLOAD',
    `Images without a URL that works in an inbox: ${names}${more}. Upload them and set their URLs, or add <base href="https://…"> to the head.`,
  )
}

/**
 * Converts an HTML fragment to blocks; `style` contains the declarations of its text. Columns become one block. Adds the
 * visible content to `contents`.
 */
export function readFragment(
  html: string,
  { style, width, warnings, contents }: { style: string; width: number; warnings: ImportWarnings; contents: Contents },
): InputNode[] {
  const page = `<!doctype html><body style="margin:0"><div style="${style.replaceAll('"', "'")}">${html}</div></body>`
  const read = readPage(page, { warnings, width })
  for (const [word, count] of read.contents.words) contents.words.set(word, (contents.words.get(word) ?? 0) + count)
  for (const link of read.contents.links) contents.links.add(link)
  for (const image of read.contents.images) contents.images.add(image)
  return read.rows.flatMap((row): InputNode[] => {
    const columns = row['columns'] as InputNode[] | undefined
    if (columns?.length === 1) return columns[0]?.['blocks'] as InputNode[]
    return columns === undefined ? [] : [{ type: 'columns', columns, stack: row['stack'] }]
  })
}

function buildBody(page: Page, root: Element, body: Element): Box {
  const inherited =
    body === root
      ? plainStyle
      : styleInside(body.parent ?? root, page.cascade.styleOf(body.parent ?? root).base, plainStyle, page.isQuirky)
  const [box] = buildBlock(page, body, { inherited, width: page.width, isOpen: true, block: buildBlock })
  return (
    box ?? {
      kind: 'stack',
      element: body,
      face: {},
      padding: noInsets,
      margin: noInsets,
      width: page.width,
      isFluid: true,
      children: [],
      isSealed: true,
    }
  )
}
