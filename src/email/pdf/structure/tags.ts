import { type PDFContext, PDFHexString, type PDFObject, type PDFRef } from 'pdf-lib'
import type { DisplayImage, DisplayText, Meaning } from '../../layout/index.ts'

/** A page or form with tagged content, and its structure elements by marked-content ID. */
export interface TaggedStream {
  readonly page: PDFRef
  /** Set for content in a form instead of on the page itself. */
  readonly form?: PDFRef
  readonly key: number
  readonly owners: Element[]
}

/** A structure element and its marked content. */
interface Element {
  ref: PDFRef
  role: string
  alt?: string
  parent: Element | undefined
  kids: (Element | { stream: TaggedStream; piece: number } | { annotation: PDFRef; page: PDFRef })[]
}

/** Structure tree (ISO 32000-2, 14.7): headings, paragraphs, links and images in reading order. */
export class Tags {
  readonly #context: PDFContext
  readonly #root: Element
  readonly #paragraphs = new Map<number, Element>()
  readonly #links = new Map<Meaning, Element>()
  readonly #numbered: { key: number; value: Element[] | Element }[] = []
  #count = 0

  constructor(context: PDFContext) {
    this.#context = context
    this.#root = { ref: context.nextRef(), role: 'Document', parent: undefined, kids: [] }
  }

  stream(page: PDFRef, form?: PDFRef): TaggedStream {
    const owners: Element[] = []
    const key = this.#count++
    this.#numbered.push({ key, value: owners })
    return { page, key, owners, ...(form === undefined ? {} : { form }) }
  }

  /** Tags a text run; returns the operator that begins its marked content. */
  text(stream: TaggedStream, run: DisplayText): string {
    const { meaning, paragraph } = run
    const role = meaning.heading === undefined ? 'P' : `H${meaning.heading}`
    const known = this.#paragraphs.get(paragraph)
    const block = known?.role === role ? known : this.#element(role, this.#root)
    this.#paragraphs.set(paragraph, block)
    const owner = meaning.href === undefined ? block : this.#link(meaning, block)
    return `/Span <</MCID ${this.#piece(stream, owner)}${actualText(run)}>> BDC`
  }

  /** Tags an image; an image without alternative text is an artifact. */
  image(stream: TaggedStream, { alt, meaning }: DisplayImage): string {
    if (alt === '' && meaning.href === undefined) return '/Artifact BMC'
    const around = meaning.href === undefined ? this.#root : this.#link(meaning, this.#root)
    const figure = this.#element('Figure', around)
    figure.alt = alt
    return `/Figure <</MCID ${this.#piece(stream, figure)}>> BDC`
  }

  /** Structure parent key of a link annotation; undefined if no text or image of the link is tagged. */
  annotation(meaning: Meaning, annotation: PDFRef, page: PDFRef): number | undefined {
    const link = this.#links.get(meaning)
    if (link === undefined) return undefined
    link.kids.push({ annotation, page })
    const key = this.#count++
    this.#numbered.push({ key, value: link })
    return key
  }

  /** Writes the structure tree. */
  write(): PDFRef {
    const context = this.#context
    const tree = context.nextRef()
    this.#write(this.#root, tree)
    const numbers = this.#numbered.flatMap<PDFObject>(({ key, value }) => {
      const owned = Array.isArray(value) ? context.obj(value.map(({ ref }) => ref)) : value.ref
      return [context.obj(key), owned]
    })
    const parents = context.register(context.obj({ Nums: numbers }))
    const entries = { Type: 'StructTreeRoot', K: [this.#root.ref], ParentTree: parents, ParentTreeNextKey: this.#count }
    context.assign(tree, context.obj(entries))
    return tree
  }

  #write({ alt, kids, ref, role }: Element, parent: PDFRef): void {
    const context = this.#context
    const written = kids.map((kid) => {
      if ('role' in kid) {
        this.#write(kid, ref)
        return kid.ref
      }
      if ('annotation' in kid) return context.obj({ Type: 'OBJR', Obj: kid.annotation, Pg: kid.page })
      const { form, page } = kid.stream
      return context.obj({ Type: 'MCR', Pg: page, MCID: kid.piece, Stm: form })
    })
    const Alt = alt === undefined ? undefined : PDFHexString.fromText(alt)
    context.assign(ref, context.obj({ Type: 'StructElem', S: role, P: parent, K: written, Alt }))
  }

  #element(role: string, parent: Element): Element {
    const element: Element = { ref: this.#context.nextRef(), role, parent, kids: [] }
    parent.kids.push(element)
    return element
  }

  #link(meaning: Meaning, block: Element): Element {
    const known = this.#links.get(meaning)
    if (known !== undefined && known.parent === block) return known
    const fresh = this.#element('Link', block)
    this.#links.set(meaning, fresh)
    return fresh
  }

  #piece(stream: TaggedStream, owner: Element): number {
    const piece = stream.owners.length
    stream.owners.push(owner)
    owner.kids.push({ stream, piece })
    return piece
  }
}

// Extracted letter-spaced text has a space after each letter, so it gets ActualText (14.9.4).
function actualText({ direction, size, spacing, text }: DisplayText): string {
  const isSpaced = spacing > size * 0.05 && direction === 'ltr'
  return isSpaced ? ` /ActualText ${PDFHexString.fromText(text).toString()}` : ''
}
