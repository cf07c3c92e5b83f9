import type { PDFContext, PDFDict, PDFRef } from 'pdf-lib'
import { EmbeddedFont } from '../fonts/embedded-font.ts'
import type { OpenFont } from '../fonts/font-set.ts'
import { outlineOf } from '../fonts/outline.ts'
import type { Subsetter } from '../harfbuzz/subsetter.ts'
import { type PdfImage, writeImage } from '../write-image.ts'
import { num } from './content.ts'
import { pathOf } from './outlines.ts'
import { type Deflate, writeStream } from '../streams.ts'

/** Named resources of the content streams: fonts, images, forms, patterns and opacities. All pages share them. */
export class Resources {
  readonly context: PDFContext
  readonly deflate: Deflate
  readonly ref: PDFRef
  readonly #images: ReadonlyMap<string, PdfImage>
  readonly #fonts = new Map<number, EmbeddedFont>()
  readonly #written = new Map<PdfImage, { name: string; ref: PDFRef }>()
  readonly #named: Record<'ExtGState' | 'XObject' | 'Pattern', Record<string, PDFRef | PDFDict>> = {
    ExtGState: {},
    XObject: {},
    Pattern: {},
  }
  readonly #outlines = new Map<string, string | undefined>()
  readonly #shared = new Map<string, PDFRef>()
  #count = 0

  constructor(context: PDFContext, deflate: Deflate, images: ReadonlyMap<string, PdfImage>) {
    this.context = context
    this.deflate = deflate
    this.ref = context.nextRef()
    this.#images = images
  }

  /** The font is written later, with the glyphs that were requested from it. */
  font(font: OpenFont): EmbeddedFont {
    const known = this.#fonts.get(font.index)
    if (known !== undefined) return known
    const fresh = new EmbeddedFont(font)
    this.#fonts.set(font.index, fresh)
    return fresh
  }

  /** Graphics state of an opacity, 0 to 1. */
  alpha(alpha: number): string {
    const name = `A${Math.round(alpha * 1000)}`
    this.#named.ExtGState[name] ??= this.context.obj({ Type: 'ExtGState', ca: alpha, CA: alpha })
    return name
  }

  /** By URL; undefined if there is no such image. */
  image(src: string): string | undefined {
    return this.#image(src)?.name
  }

  /** An image with a resource dictionary of its own, for a pattern. */
  imageAlone(src: string): { name: string; resources: PDFDict } | undefined {
    const found = this.#image(src)
    return found && { name: found.name, resources: this.context.obj({ XObject: { [found.name]: found.ref } }) }
  }

  /** Form of a glyph outline in units of the font; `thickness` is a share of an em. Undefined for a blank glyph. */
  outline(font: OpenFont, glyph: number, thickness: number): string | undefined {
    const key = `${font.index} ${glyph} ${thickness}`
    if (!this.#outlines.has(key)) this.#outlines.set(key, this.#writeOutline(font, glyph, thickness))
    return this.#outlines.get(key)
  }

  /** An object that is written once for all equal keys. */
  once(key: string, write: () => PDFRef): PDFRef {
    const known = this.#shared.get(key) ?? write()
    this.#shared.set(key, known)
    return known
  }

  name(kind: 'XObject' | 'Pattern', ref: PDFRef): string {
    const name = `${kind[0]}${this.#count++}`
    this.#named[kind][name] = ref
    return name
  }

  write(subsetter: Subsetter): void {
    const { context, deflate } = this
    const fonts = [...this.#fonts.values()].map(
      (font) => [font.name, font.write({ context, subsetter, deflate })] as const,
    )
    context.assign(this.ref, context.obj({ Font: Object.fromEntries(fonts), ...this.#named }))
  }

  #writeOutline({ file, shaped }: OpenFont, glyph: number, thickness: number): string | undefined {
    const contours = outlineOf(file.bytes, glyph)
    const points = contours.flat()
    if (points.length === 0) return undefined
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
    const width = thickness * shaped.unitsPerEm
    const lines = [pathOf(contours), width === 0 ? 'f' : `${num(width)} w B`]
    const entries = {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [Math.min(...xs) - width, Math.min(...ys) - width, Math.max(...xs) + width, Math.max(...ys) + width],
    }
    const bytes = new TextEncoder().encode(lines.join('\n'))
    return this.name('XObject', writeStream(this.context, bytes, this.deflate, entries))
  }

  #image(src: string): { name: string; ref: PDFRef } | undefined {
    const image = this.#images.get(src)
    if (image === undefined) return undefined
    const known = this.#written.get(image)
    if (known !== undefined) return known
    const ref = writeImage(this.context, image, this.deflate)
    const fresh = { name: this.name('XObject', ref), ref }
    this.#written.set(image, fresh)
    return fresh
  }
}
