/** One template as its document, as a list of blocks, and as HTML. */
import { type EmailDocument, listBlocks } from '../../../../engines/document/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { type Cache, createCache, drawDocument, loadDocument, loadTemplate } from '../../template/index.ts'
import type { HtmlQuery, RenderedTemplate } from './contract.ts'

/** The document as it is stored. */
export async function structured(db: Db, caller: Caller, id: string) {
  const { template, document } = await loadDocument(db, caller, id)
  return { id, revision: template.revision, document }
}

/** Every block of the document in reading order. */
export async function blocks(db: Db, caller: Caller, id: string) {
  const { template, document } = await loadDocument(db, caller, id)
  return { id, revision: template.revision, blocks: listBlocks(document) }
}

/** A rendered template with the hash of it: the same content has the same hash, whichever revision it came from. */
export interface View {
  rendered: RenderedTemplate
  hash: string
}

export interface Views {
  html(db: Db, caller: Caller, id: string, query: HtmlQuery): Promise<View>
}

const cacheBytes = 32 * 1024 * 1024

/**
 * The HTML views, remembered by template, revision and options. Storage is asked for the revision every time, so what
 * is remembered is never older than what is stored.
 */
export function createViews({ cdnUrl }: { cdnUrl: string }): Views {
  const cache: Cache<View> = createCache(cacheBytes)
  return {
    async html(db, caller, id, query) {
      const choice = { mode: query.mode ?? 'production', data: query.data ?? 'none', locale: query.locale } as const
      const { revision } = await loadTemplate(db, caller, id)
      const known = cache.get(keyOf(id, revision, choice))
      if (known !== undefined) return known
      const { template, document } = await loadDocument(db, caller, id)
      const rendered = render(document, { ...choice, cdnUrl })
      const json = JSON.stringify(rendered)
      const view = { rendered, hash: await hashOf(json) }
      // A character weighs up to two bytes.
      cache.set(keyOf(id, template.revision, choice), view, json.length * 2)
      return view
    },
  }
}

function keyOf(id: string, revision: number, { mode, data, locale = '' }: Omit<RenderChoice, 'cdnUrl'>): string {
  return `${id} ${revision} ${mode} ${data} ${locale}`
}

interface RenderChoice {
  mode: 'production' | 'editor'
  data: 'none' | 'sample'
  locale: string | undefined
  cdnUrl: string
}

function render(document: EmailDocument, choice: RenderChoice): RenderedTemplate {
  const {
    html = '',
    css = '',
    text = '',
    report,
  } = drawDocument(document, {
    mode: choice.mode,
    target: choice.data === 'sample' ? 'sample' : 'passthrough',
    outputs: ['html', 'text'],
    cdnUrl: choice.cdnUrl,
    ...(choice.locale === undefined ? {} : { locale: choice.locale }),
  })
  return { html, css, text, report }
}

async function hashOf(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return hash.toHex().slice(0, 32)
}
