import { Renderer, initSync } from '@takumi-rs/wasm'
import { type BuiltPage, buildBoxes } from './boxes/build-boxes.ts'
import { renderPage } from './display-list/build.ts'
import type { DisplayList } from './display-list/display-list.ts'
import { layout } from './flow/create-flow.ts'
import { Widths } from './shaping/widths.ts'
import { readHtml } from './read/read-html.ts'
import { Cascade } from './style/cascade.ts'
import { type Medium, readSheet } from './style/sheet.ts'
import { nodesOf } from './takumi/nodes.ts'
import { createShaper } from './takumi/shaper.ts'
import type { Block, Box, InLine } from './boxes/box.ts'

export interface FontFile {
  family: string
  weight: 400 | 700
  italic: boolean
  bytes: Uint8Array
}

/** A fetched image: its URL in the page, its bytes, and its size in pixels. */
export interface LoadedImage {
  src: string
  /** Cache key of the decoded image; equal only for equal bytes. */
  key: string
  bytes: Uint8Array
  width: number
  height: number
}

interface NaturalSize {
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** What the layout needs of an image. */
export type ImageSize = Pick<LoadedImage, 'src' | 'width' | 'height'>

export interface Output {
  format: 'png' | 'webp'
  /** Pixels; the display list is scaled to it. */
  width: number
  /** Pixels; content below is cut off. */
  maxHeight: number
}

/** `unpainted` has a sentence for each feature of the page that browsers paint and this engine does not. */
export interface MeasuredPage extends DisplayList {
  readonly unpainted: readonly string[]
}

export interface LayoutEngine {
  /**
   * Lays out the HTML of an email in a window of any height. Missing images have the size that the page declares, or, if
   * given, the natural size `assumed`.
   */
  measure(html: string, medium: Medium, sources: readonly ImageSize[], assumed?: NaturalSize): Promise<MeasuredPage>
  /** Throws for an image that cannot be decoded. */
  raster(displayList: DisplayList, output: Output, sources: readonly LoadedImage[]): Promise<Uint8Array>
}

let isStarted = false

/**
 * Takes the bytes of takumi's WebAssembly module and of its fonts; font order is fallback order, and invalid fonts
 * are skipped. A thread has one module, so only the bytes of the first call are used.
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
    // An invalid font does not affect the others.
    Promise.resolve(renderer.registerFont(data)).catch(() => undefined)
  }
  const widths = new Widths(createShaper(renderer))
  return {
    async measure(html, medium, sources, assumed) {
      const bySrc = new Map(sources.map((replaced) => [replaced.src, replaced]))
      const { page, unpainted } = boxesOf(html, medium)
      const sizeOf = (src: string) => bySrc.get(src) ?? assumed
      const painted = renderPage(await layout(page, { width: medium.width, widths, sizeOf }), sizeOf)
      return { ...painted, unpainted: unpainted.describe() }
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

/** URLs of the images that are visible in a window, deduplicated, in document order. */
export function listImages(html: string, medium: Medium): string[] {
  return imagesIn(boxesOf(html, medium).page)
}

function boxesOf(html: string, medium: Medium): BuiltPage {
  const page = readHtml(html)
  return buildBoxes(page, new Cascade(readSheet(page.css, medium), medium.scheme))
}

/** URLs of images and background images, deduplicated, in document order. */
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
