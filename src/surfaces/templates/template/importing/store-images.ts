/** Stores embedded images (data: URLs) as assets: documents do not support them, and few email clients show them. */
import { type ImageSizes, type WrittenImage, findImages, moveImages } from '../../../../email/import/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import type { ContentInput } from '../content.ts'
import type { ImportReport } from '../import-report.ts'

/** Stores an image on behalf of the caller. Sizes in px; `problem` is the reason why it is not stored. */
export type StoreImage = (image: {
  bytes: Uint8Array
  name: string
}) => Promise<{ path: string; width: number; height: number } | { problem: string }>

type Forms = Omit<ContentInput, 'document'>

interface Stored {
  forms: Forms
  /** Sizes in px of the stored images, by their new URLs. */
  images: ImageSizes
  warnings: ImportReport['warnings']
}

/**
 * Stores embedded images and replaces them with the URLs of their assets. Images that cannot be stored stay embedded, with a
 * warning. File names derive from `title`. At most `limits.importImages`, and none starts after `limits.importMs`.
 */
export async function storeImages(forms: Forms, title: string, store: StoreImage): Promise<Stored> {
  const sources = textsOf(forms).map(([form, text]) => ({ form, text, written: findImages(text) }))
  const shelf = new Shelf(wordsOf(title), store)
  const out: Forms = { ...forms }
  for (const { form, text, written } of sources) {
    if (written.length === 0) continue
    for (const image of written) await shelf.put(image, text.slice(image.start, image.end))
    const moved = moveImages(text, written, ({ start, end }) => shelf.addresses.get(text.slice(start, end)))
    if (form === 'design') out.design = JSON.parse(moved)
    else out[form] = moved
  }
  return { forms: out, images: shelf.sizes, warnings: warningsOf(shelf.sizes.size, shelf.problems) }
}

function textsOf({ html, css, mjml, design }: Forms): ['html' | 'css' | 'mjml' | 'design', string][] {
  const texts = { html, css, mjml, design: design === undefined ? undefined : JSON.stringify(design) }
  return Object.entries(texts).filter((one): one is ['html', string] => one[1] !== undefined)
}

/** Deduplicates the images of one email. */
class Shelf {
  /** Keyed by the source text in the email; undefined if the image is not stored. */
  readonly addresses = new Map<string, string | undefined>()
  readonly sizes = new Map<string, { width: number; height: number }>()
  readonly problems = new Set<string>()
  readonly #startedAtMs = Date.now()
  readonly #name: string
  readonly #store: StoreImage

  constructor(name: string, store: StoreImage) {
    this.#name = name
    this.#store = store
  }

  async put({ bytes, format }: WrittenImage, source: string): Promise<void> {
    if (this.addresses.has(source)) return
    this.addresses.set(source, undefined)
    const kept = await this.#keep(bytes, format)
    if ('problem' in kept) {
      this.problems.add(kept.problem)
      return
    }
    // Escapes characters that could end a URL in HTML or CSS.
    const address = kept.path.replace(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
    this.addresses.set(source, address)
    this.sizes.set(address, { width: kept.width, height: kept.height })
  }

  async #keep(bytes: Uint8Array, format: string): ReturnType<StoreImage> {
    if (this.addresses.size > limits.importImages)
      return { problem: `An import stores at most ${limits.importImages} images.` }
    if (Date.now() - this.#startedAtMs > limits.importMs)
      return { problem: 'The time limit for storing images was exceeded.' }
    return this.#store({ bytes, name: `${this.#name}-${this.addresses.size}.${endings[format] ?? format}` })
  }
}

function warningsOf(stored: number, problems: ReadonlySet<string>): ImportReport['warnings'] {
  const warnings = [...problems].slice(0, 10).map((problem) => ({
    code: 'PICTURE_WRITTEN_IN',
    message: `An embedded image remains a data: URL, which Gmail and Outlook do not display. ${problem}`,
  }))
  if (stored === 0) return warnings
  const message = stored === 1 ? 'An image' : `${stored} images`
  return [{ code: 'PICTURES_STORED', message: `${message} embedded in the email became assets.` }, ...warnings]
}

const endings: Record<string, string> = { jpeg: 'jpg', 'svg+xml': 'svg', 'x-icon': 'ico' }

function wordsOf(title: string): string {
  const words =
    title
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('-').slice(0, 60) || 'picture'
}
