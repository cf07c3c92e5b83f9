import { PDFContext, PDFHexString, type PDFRef, PDFStreamWriter, PDFString } from 'pdf-lib'
import type { DisplayList, DisplayItem } from '../layout/index.ts'
import type { FontSet } from './fonts/font-set.ts'
import type { Subsetter } from './harfbuzz/subsetter.ts'
import { Content, num, nums } from './paint/content.ts'
import { colorOf } from './paint/canvas.ts'
import { PagePainter, type PaintedPage, type DocumentResources, transformOf } from './paint/page-painter.ts'
import { Resources } from './paint/resources.ts'
import { type Deflate, writeStream } from './streams.ts'
import type { Window } from './pages/breaks.ts'
import { partOfDisplayList, type PageSize, type Sheet } from './pages/sheets.ts'
import type { PdfImage } from './write-image.ts'
import { joinAreas, uriOf } from './structure/links.ts'
import { Headings, writeOutline } from './structure/outline.ts'
import { Tags } from './structure/tags.ts'
import { unitOf } from './pages/units.ts'

export interface PdfOptions {
  title: string
  /** BCP 47. */
  language: string
  page: PageSize
  /** Points. */
  margin: number
  maxPages: number
}

export interface WrittenPdf {
  bytes: Uint8Array
  pages: number
  /** Characters that no font has; a box is painted instead. */
  missing: string[]
}

interface PdfDeps {
  fonts: FontSet
  subsetter: Subsetter
  deflate: Deflate
}

/**
 * Writes a display list as a PDF (ISO 32000-2). Equal input gives equal bytes: no date, author or producer. Nothing
 * is written if the number of pages exceeds `maxPages`.
 */
export async function writePdf(
  { displayList, images, options }: { displayList: DisplayList; images: readonly PdfImage[]; options: PdfOptions },
  { fonts, subsetter, deflate }: PdfDeps,
): Promise<WrittenPdf | { tooManyPages: number }> {
  const { sheet, windows } = partOfDisplayList(displayList, options)
  if (windows.length > options.maxPages) return { tooManyPages: windows.length }
  const context = PDFContext.create()
  const resources = new Resources(context, deflate, new Map(images.map((image) => [image.src, image])))
  const tags = new Tags(context)
  const shared: DocumentResources = { fonts, tags, headings: new Headings(), missing: new Set() }
  const tree = context.nextRef()
  const items = placeItems(displayList.items, windows, sheet.available)
  const pages = windows.map((window, index) => {
    const shows = (item: DisplayItem) => {
      const { first, last } = pageRangeOf(item, windows, sheet.available)
      return first <= index && index <= last
    }
    return writePage({ displayList, items: items[index] ?? [], sheet, window, tree, shows }, resources, shared)
  })
  context.assign(tree, context.obj({ Type: 'Pages', Kids: pages, Count: pages.length }))
  resources.write(subsetter)
  const outline = writeOutline(context, shared.headings.found)
  context.trailerInfo.Root = context.register(
    context.obj({
      Type: 'Catalog',
      Pages: tree,
      Lang: PDFString.of(options.language.replace(/[^A-Za-z0-9-]/g, '')),
      MarkInfo: { Marked: true },
      StructTreeRoot: tags.write(),
      ViewerPreferences: { DisplayDocTitle: true },
      Outlines: outline,
      PageMode: outline === undefined ? 'UseNone' : 'UseOutlines',
    }),
  )
  context.trailerInfo.Info = context.register(context.obj({ Title: PDFHexString.fromText(options.title) }))
  const bytes = await PDFStreamWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer()
  return { bytes, pages: pages.length, missing: [...shared.missing] }
}

interface PageOptions {
  displayList: DisplayList
  items: readonly DisplayItem[]
  sheet: Sheet
  window: Window
  tree: PDFRef
  shows: PaintedPage['shows']
}

function writePage(
  { displayList, items, sheet, window, tree, shows }: PageOptions,
  resources: Resources,
  shared: DocumentResources,
): PDFRef {
  const { context, deflate } = resources
  const { left, margin, scale, width } = sheet
  const shown = window.to - window.from
  const height = sheet.height ?? shown * scale + 2 * margin
  const base = { x: left, y: height - margin + window.from * scale, scale, flip: -1 } as const
  const page: PaintedPage = {
    ref: context.nextRef(),
    area: { x: -left / scale, y: window.from, width: width / scale, height: shown },
    width: displayList.width,
    shows,
    heightOf: (y) => base.y - y * scale,
    links: [],
  }
  const stream = shared.tags.stream(page.ref)
  const content = new Content()
  content.artifact(() =>
    content.put(`${colorOf(canvasColor(displayList)).components} rg`, `${nums(-1, -1, width + 2, height + 2)} re f`),
  )
  content.inside(() => {
    content.put(transformOf(base), `${nums(page.area.x, page.area.y, page.area.width, shown)} re W n`)
    new PagePainter(page, shared).paint({ content, resources, base }, stream, items)
  })
  const annotations = writeLinks(page, base, { resources, tags: shared.tags })
  context.assign(
    page.ref,
    context.obj({
      Type: 'Page',
      Parent: tree,
      MediaBox: [0, 0, rounded(width), rounded(height)],
      Resources: resources.ref,
      Contents: writeStream(context, content.bytes(), deflate),
      Annots: annotations.length === 0 ? undefined : annotations,
      StructParents: stream.key,
      // Tab order follows the structure.
      Tabs: 'S',
    }),
  )
  return page.ref
}

function writeLinks(
  page: PaintedPage,
  base: { x: number; y: number; scale: number },
  { resources: { context }, tags }: { resources: Resources; tags: Tags },
): PDFRef[] {
  const { area } = page
  return joinAreas(page.links).flatMap(({ href, meaning, rect }) => {
    const uri = uriOf(href)
    const top = Math.max(rect.y, area.y)
    const bottom = Math.min(rect.y + rect.height, area.y + area.height)
    if (uri === undefined || bottom <= top) return []
    const ref = context.nextRef()
    const corners = [base.x + rect.x * base.scale, base.y - bottom * base.scale]
    const others = [base.x + (rect.x + rect.width) * base.scale, base.y - top * base.scale]
    const entries = {
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [...corners, ...others].map(rounded),
      Border: [0, 0, 0],
      F: 4,
      A: { Type: 'Action', S: 'URI', URI: PDFString.of(escaped(uri)) },
      StructParent: meaning === undefined ? undefined : tags.annotation(meaning, ref, page.ref),
    }
    context.assign(ref, context.obj(entries))
    return [ref]
  })
}

/** Canvas color: the background of the bottommost box. */
function canvasColor({ items, width }: DisplayList): string {
  const [first] = items
  const coversCanvas = first?.kind === 'box' && first.width >= width && first.background !== undefined
  return coversCanvas ? (first.background ?? '#ffffffff') : '#ffffffff'
}

// A literal string ends at an unescaped parenthesis (7.3.4.2).
function escaped(text: string): string {
  return text.replace(/[\\()]/g, (sign) => `\\${sign}`)
}

function rounded(points: number): number {
  return Number(num(points))
}

/** First and last page of an item; `last` is less than `first` if no page shows it. */
interface PageRange {
  first: number
  last: number
}

/** The items of each page, in stacking order. */
function placeItems(items: readonly DisplayItem[], windows: readonly Window[], available: number): DisplayItem[][] {
  const pages: DisplayItem[][] = windows.map(() => [])
  for (const item of items) {
    const { first, last } = pageRangeOf(item, windows, available)
    for (let page = first; page <= last; page++) pages[page]?.push(item)
  }
  return pages
}

/** A unit is on the first page that holds it entirely; other items are on every page that they overlap. */
function pageRangeOf(item: DisplayItem, windows: readonly Window[], available: number): PageRange {
  const unit = unitOf(item, available)
  if (unit !== undefined) {
    const page = firstFrom(windows, unit.bottom - 0.01)
    const window = windows[page]
    if (window !== undefined && unit.top >= window.from - 0.01) return { first: page, last: page }
  }
  const [top, bottom] = [item.y, item.y + item.height]
  const first = firstFrom(windows, top + 1e-9)
  let last = first - 1
  while ((windows[last + 1]?.from ?? Number.POSITIVE_INFINITY) < bottom) last++
  return { first, last }
}

/** Binary search: page tops and bottoms both increase. */
function firstFrom(windows: readonly Window[], y: number): number {
  let [low, high] = [0, windows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((windows[middle]?.to ?? 0) >= y) high = middle
    else low = middle + 1
  }
  return low
}
