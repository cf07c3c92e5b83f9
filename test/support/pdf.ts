/** What other programs read in a PDF: poppler its text and its pages, pdf-lib its objects. */
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from 'pdf-lib'
import { PNG } from 'pngjs'
import { type RenderPdf, type RenderedPdf, renderPdf } from '../../src/app/tasks/render-pdf.ts'
import { layOut } from './layout.ts'
import { isAvailable } from './missing.ts'

/** Whether PDFs can be read back by another program. */
export const hasPoppler = isAvailable(
  'poppler',
  Bun.which('pdftotext') !== null && Bun.which('pdftoppm') !== null,
  'install it (on Debian: apt-get install poppler-utils)',
)

/** HTML as a PDF, with the images of the starters. */
export async function pdfOf(html: string, options: Partial<Omit<RenderPdf, 'html'>> = {}): Promise<RenderedPdf> {
  const { medium = { width: 640, scheme: 'light' }, page = 'long', ...rest } = options
  const { images } = await layOut(html, medium)
  const margin = page === 'long' ? 0 : 36
  const usual = { margin, title: 'Test', language: 'en', images, fontFolder: '', maxPages: 1000 }
  const rendered = await renderPdf({ html, medium, page, ...usual, ...rest })
  if ('tooManyPages' in rendered) throw new Error(`The PDF would have ${rendered.tooManyPages} pages`)
  return rendered
}

/** The text of a PDF as poppler reads it, in the order of its content; the marks of direction that it adds left out. */
export async function textOf(bytes: Uint8Array): Promise<string> {
  const text = new TextDecoder().decode(await run(['pdftotext', '-enc', 'UTF-8', '-', '-'], bytes))
  return text.replace(/[\u200e\u200f\u202a-\u202e]/g, '')
}

/** The first page as an image of a width in pixels. */
export async function imageOf(bytes: Uint8Array, width: number): Promise<PNG> {
  const size = ['-scale-to-x', String(width), '-scale-to-y', '-1']
  return PNG.sync.read(Buffer.from(await run(['pdftoppm', '-png', '-singlefile', ...size, '-'], bytes)))
}

/** A link of a page: where it leads, and its area in points. */
export interface PdfLink {
  uri: string
  page: number
  rect: number[]
}

/** The links of a PDF in their order. */
export async function linksOf(bytes: Uint8Array): Promise<PdfLink[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  return document.getPages().flatMap(({ node }, page) => {
    const annotations = node.Annots()?.asArray() ?? []
    return annotations.map((ref) => {
      const annotation = document.context.lookup(ref, PDFDict)
      const uri = annotation.lookup(PDFName.of('A'), PDFDict).lookup(PDFName.of('URI'), PDFString).decodeText()
      const rect = annotation.lookup(PDFName.of('Rect'), PDFArray).asArray()
      return { uri, page, rect: rect.map((one) => (one instanceof PDFNumber ? one.asNumber() : Number.NaN)) }
    })
  })
}

/** The bookmarks of a PDF, each as many spaces in as it is deep. */
export async function bookmarksOf(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const found: string[] = []
  const walk = (entry: PDFDict | undefined, depth: number) => {
    for (let one = entry; one !== undefined; one = one.lookupMaybe(PDFName.of('Next'), PDFDict)) {
      found.push(' '.repeat(depth) + one.lookup(PDFName.of('Title'), PDFHexString).decodeText())
      walk(one.lookupMaybe(PDFName.of('First'), PDFDict), depth + 1)
    }
  }
  const outlines = document.catalog.lookupMaybe(PDFName.of('Outlines'), PDFDict)
  walk(outlines?.lookupMaybe(PDFName.of('First'), PDFDict), 0)
  return found
}

/** The structure of a tagged PDF: roles of elements with their alternative texts, nested as lists. */
export async function rolesOf(bytes: Uint8Array): Promise<string> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const write = (element: PDFDict): string => {
    const role = element.lookup(PDFName.of('S'), PDFName).decodeText()
    const alt = element.lookupMaybe(PDFName.of('Alt'), PDFHexString)?.decodeText()
    const kids = element.lookup(PDFName.of('K'), PDFArray)
    const inner = kids.asArray().flatMap((_, index) => {
      const kid = kids.lookup(index, PDFDict)
      return kid.has(PDFName.of('S')) ? [write(kid)] : []
    })
    return `${role}${alt === undefined ? '' : `“${alt}”`}${inner.length === 0 ? '' : `(${inner.join(' ')})`}`
  }
  const root = document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)
  return write(root.lookup(PDFName.of('K'), PDFArray).lookup(0, PDFDict))
}

async function run(command: string[], input: Uint8Array): Promise<Uint8Array> {
  const child = Bun.spawn(command, { stdin: input.slice(), stdout: 'pipe', stderr: 'ignore' })
  return new Uint8Array(await new Response(child.stdout).arrayBuffer())
}
