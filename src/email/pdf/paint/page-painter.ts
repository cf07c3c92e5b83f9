import type { PDFRef } from 'pdf-lib'
import type { DisplayItem, DisplayBox, DisplayGroup, DisplayText, Rect, DisplayImage } from '../../layout/index.ts'
import type { FontSet } from '../fonts/font-set.ts'
import type { Headings } from '../structure/outline.ts'
import type { LinkArea } from '../structure/links.ts'
import type { TaggedStream, Tags } from '../structure/tags.ts'
import { shapeRun } from '../text/shape-run.ts'
import { paintBox } from './boxes.ts'
import { type Canvas, fill } from './canvas.ts'
import { Content, nums } from './content.ts'
import { roundedRectangle } from './paths.ts'
import { streamOf } from '../streams.ts'
import { paintLines, paintText } from './text.ts'

export interface DocumentResources {
  fonts: FontSet
  tags: Tags
  headings: Headings
  /** Characters that no font has. */
  missing: Set<string>
}

/** The content stream of a page, and the links, headings and missing characters on it. */
export interface PaintedPage {
  ref: PDFRef
  /** Visible area of the display list, px. */
  area: Rect
  /** Width of the display list, px. */
  width: number
  /** True if a nested item is on the page. */
  shows(item: DisplayItem): boolean
  /** Converts a y of the display list, px, to points from the bottom of the page. */
  heightOf(y: number): number
  links: LinkArea[]
}

/** Paints the items of one page, in stacking order from the bottom. */
export class PagePainter {
  readonly #page: PaintedPage
  readonly #shared: DocumentResources

  constructor(page: PaintedPage, shared: DocumentResources) {
    this.#page = page
    this.#shared = shared
  }

  paint(canvas: Canvas, stream: TaggedStream, items: readonly DisplayItem[]): void {
    for (const item of items) this.#item(canvas, stream, item)
  }

  #item(canvas: Canvas, stream: TaggedStream, item: DisplayItem): void {
    const { links } = this.#page
    switch (item.kind) {
      case 'box':
        return paintBox(canvas, this.#bleeding(item))
      case 'text':
        return this.#text(canvas, stream, item)
      case 'picture':
        canvas.content.put(this.#shared.tags.image(stream, item))
        paintImage(canvas, item)
        canvas.content.put('EMC')
        if (item.meaning.href !== undefined) links.push({ href: item.meaning.href, rect: item, meaning: item.meaning })
        return undefined
      case 'link':
        links.push({ href: item.href, rect: item, meaning: undefined })
        return undefined
      case 'group':
        return item.opacity < 1 ? this.#form(canvas, item) : this.#clip(canvas, stream, item)
    }
  }

  #text(canvas: Canvas, stream: TaggedStream, run: DisplayText): void {
    const { headings, fonts, missing, tags } = this.#shared
    const shaped = shapeRun(run, fonts)
    for (const letter of shaped.missing) missing.add(letter)
    canvas.content.put(tags.text(stream, run))
    paintText(canvas, run, shaped.pieces)
    canvas.content.put('EMC')
    paintLines(canvas, run)
    headings.add(run, { page: this.#page.ref, top: this.#page.heightOf(run.y) })
    const { meaning } = run
    if (meaning.href !== undefined) this.#page.links.push({ href: meaning.href, rect: run, meaning })
  }

  #clip(canvas: Canvas, stream: TaggedStream, group: DisplayGroup): void {
    canvas.content.inside(() => {
      if (group.clips) canvas.content.put(roundedRectangle(group, group.radius), 'W n')
      this.paint(canvas, stream, group.items.filter(this.#page.shows))
    })
  }

  // Group opacity applies to the group as a whole (ISO 32000-2, 11.4.7), so it is painted into a form.
  #form(canvas: Canvas, group: DisplayGroup): void {
    const { resources } = canvas
    const { context } = resources
    const ref = context.nextRef()
    const stream = this.#shared.tags.stream(this.#page.ref, ref)
    const content = new Content()
    const inner: Canvas = { content, resources, base: { x: 0, y: 0, scale: 1, flip: 1 } }
    if (group.clips) content.put(roundedRectangle(group, group.radius), 'W n')
    this.paint(inner, stream, group.items.filter(this.#page.shows))
    const { area, width } = this.#page
    const entries = {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [area.x, area.y, area.x + Math.max(area.width, width), area.y + area.height],
      Group: { S: 'Transparency' },
      Resources: resources.ref,
      StructParents: stream.key,
    }
    context.assign(ref, streamOf(context, content.bytes(), resources.deflate, entries))
    const name = resources.name('XObject', ref)
    canvas.content.inside(() => canvas.content.put(`/${resources.alpha(group.opacity)} gs`, `/${name} Do`))
  }

  // Boxes that span the whole email extend to the edges of the page.
  #bleeding(box: DisplayBox): DisplayBox {
    const { area, width } = this.#page
    const isSharp = box.border.every((edge) => edge.width === 0) && box.radius.every((one) => one === 0)
    if (
      area.x === 0 ||
      !isSharp ||
      box.image !== undefined ||
      box.gradients.length > 0 ||
      box.x > 0 ||
      box.width < width
    )
      return box
    return { ...box, x: area.x, width: area.width }
  }
}

/** The matrix from px of the display list to points of the page. */
export function transformOf({ x, y, scale, flip }: Canvas['base']): string {
  return `${nums(scale, 0, 0, flip * scale, x, y)} cm`
}

const absent = '#80808033'

/** Paints an image, or a gray placeholder. */
function paintImage(canvas: Canvas, image: DisplayImage): void {
  const { content, resources } = canvas
  const { x, y, width, height, radius, src } = image
  const name = resources.image(src)
  if (name === undefined) return fill(canvas, roundedRectangle(image, radius), absent)
  content.inside(() => {
    if (radius.some((one) => one > 0)) content.put(roundedRectangle(image, radius), 'W n')
    content.put(`${nums(width, 0, 0, -height, x, y + height)} cm`, `/${name} Do`)
  })
}
