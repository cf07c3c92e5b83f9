import { Renderer, initSync } from '@takumi-rs/wasm'
import { type BuiltPage, buildBoxes } from './boxes/build-boxes.ts'
import { renderPage } from './display-list/build.ts'
import type { DisplayList } from './display-list/display-list.ts'
import { layOut } from './flow/create-flow.ts'
import { Widths } from './shaping/widths.ts'
import { readHtml } from './read/read-html.ts'
import { Cascade } from './style/cascade.ts'
import { type Medium, readSheet } from './style/sheet.ts'
import { describeUnpainted } from './style/unpainted.ts'
import { nodesOf } from './takumi/nodes.ts'
import { createShaper } from './takumi/shaper.ts'
import type { Block, Box, InLine } from './boxes/box.ts'

/** A font file with the face that it is. */
export interface FontFile {
  family: string
  weight: 400 | 700
  italic: boolean
  bytes: Uint8Array
}

/** An image that was fetched: where the page names it, its bytes, and its size in pixels. */
export interface LoadedImage {
  src: string
  /** The same for the same bytes, and for no others: what was decoded is cached by it. */
  key: string
  bytes: Uint8Array
  width: number
  height: number
}

/** How a display list becomes an image file. */
export interface Output {
  format: 'png' | 'webp'
  /** Pixels across; the display list is scaled to it. */
  width: number
  /** The most pixels down; what is below is cut off. */
  maxHeight: number
}

/** A display list, and a sentence for each feature of the page that browsers paint and this engine does not. */
export interface MeasuredPage extends DisplayList {
  readonly unpainted: readonly string[]
}

/** Emails laid out and painted without a browser. */
export interface LayoutEngine {
  /**
   * Lays the HTML of an email out on a window: every background, image and run of text at its place, the height as it
   * comes. Missing images get the size that the page declares.
   */
  measure(html: string, medium: Medium, sources: readonly LoadedImage[]): Promise<MeasuredPage>
  /** Paints a display list. Throws for an image that is no image. */
  raster(displayList: DisplayList, output: Output, sources: readonly LoadedImage[]): Promise<Uint8Array>
}

let isStarted = false

/**
 * An engine with the bytes of takumi's wasm and of its fonts; the order of the fonts is the order in which they are queried
 * for a letter; files that are none are passed over. There is one wasm in a thread, so the bytes count the first time.
 */
export function createLayoutEngine({
  wasm,
  fonts,
}: {
  wasm: Uint8Array<ArrayBuffer>
  fonts: readonly FontFile[]
}): LayoutEngine {
  if (!isStarted) initSync({ module: wasm })
  isStarted = true
  const renderer = new Renderer()
  for (const { family, weight, italic, bytes } of fonts) {
    const data = { name: family, weight, style: italic ? 'italic' : 'normal', data: bytes } as const
    // A file that is no font leaves the others.
    Promise.resolve(renderer.registerFont(data)).catch(() => undefined)
  }
  const widths = new Widths(createShaper(renderer))
  return {
    async measure(html, medium, sources) {
      const bySrc = new Map(sources.map((replaced) => [replaced.src, replaced]))
      const { page, unpainted } = boxesOf(html, medium)
      const sizeOf = (src: string) => bySrc.get(src)
      const painted = renderPage(await layOut(page, { width: medium.width, widths, sizeOf }), sizeOf)
      return { ...painted, unpainted: describeUnpainted(unpainted) }
    },
    async raster(displayList, { format, width, maxHeight }, sources) {
      const scale = width / displayList.width
      const height = Math.max(1, Math.min(Math.round(displayList.height * scale), maxHeight))
      const bySrc = new Map(sources.map((replaced) => [replaced.src, replaced]))
      const node = nodesOf({ ...displayList, height: Math.ceil(height / scale) }, (src) => bySrc.get(src)?.key)
      const images = sources.map(({ key, bytes }) => ({ src: key, data: bytes }))
      return renderer.render(node, { width, height, devicePixelRatio: scale, format, images })
    },
  }
}

/** The addresses of the images that the HTML of an email shows on a window, each once, in order. */
export function listImages(html: string, medium: Medium): string[] {
  return imagesIn(boxesOf(html, medium).page)
}

function boxesOf(html: string, medium: Medium): BuiltPage {
  const page = readHtml(html)
  return buildBoxes(page, new Cascade(readSheet(page.css, medium), medium.scheme))
}

/** The addresses of all images and background images that the boxes show, each once, in order. */
function imagesIn(page: Box): string[] {
  const found = new Set<string>()
  addBlock(page, found)
  return [...found].filter((src) => src !== '')
}

function addBlock(block: Block, found: Set<string>): void {
  if (block.computed.image !== undefined) found.add(block.computed.image.src)
  if (block.kind === 'picture') {
    found.add(block.src)
    return
  }
  const { content } = block
  if (!('kind' in content)) for (const one of content) addBlock(one, found)
  else if (content.kind === 'lines') for (const item of content.items) addItem(item, found)
  else {
    for (const { computed, cells } of content.rows) {
      if (computed.image !== undefined) found.add(computed.image.src)
      for (const { box } of cells) addBlock(box, found)
    }
  }
}

function addItem(item: InLine, found: Set<string>): void {
  if (item.kind === 'block' || item.kind === 'picture') addBlock(item, found)
  else if (item.kind === 'span') for (const one of item.items) addItem(one, found)
}
