/** One template as its document, as a list of blocks, and as HTML. */
import { type EmailDocument, listBlocks } from '../../../../engines/document/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import {
  type Stamp,
  drawDocument,
  loadDocument,
  loadStamp,
  loadTemplate,
  presentTemplate,
} from '../../template/index.ts'
import { type Cache, createCache } from './cache.ts'
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

/** A rendered template, printed and hashed. */
export interface View {
  html: string
  /** A RenderedTemplate as JSON text. */
  json: string
  /** Of the result: the same content has the same hash, whichever revision it came from. */
  hash: string
}

/** A template as JSON text. */
export interface Presented {
  revision: number
  json: string
}

export interface Views {
  /** The template itself. */
  one(db: Db, caller: Caller, id: string): Promise<Presented>
  html(db: Db, caller: Caller, id: string, query: HtmlQuery): Promise<View>
}

const renderedBytes = 32 * 1024 * 1024
const presentedBytes = 4 * 1024 * 1024

/**
 * The views that are remembered: templates by their state, rendered HTML by template, revision and options. Storage is
 * asked for the state every time, so what is remembered is never older than what is stored.
 */
export function createViews({ cdnUrl }: { cdnUrl: string }): Views {
  const presented: Cache<Presented> = createCache(presentedBytes)
  const cache: Cache<View> = createCache(renderedBytes)
  return {
    async one(db, caller, id) {
      const stamp = await loadStamp(db, caller, id)
      const known = presented.get(stateOf(id, stamp))
      if (known !== undefined) return known
      const row = await loadTemplate(db, caller, id)
      const one = { revision: row.revision, json: JSON.stringify(presentTemplate(row)) }
      presented.set(stateOf(id, row), one, one.json.length * 2)
      return one
    },
    async html(db, caller, id, query) {
      const choice = { mode: query.mode ?? 'production', data: query.data ?? 'none', locale: query.locale } as const
      const { revision } = await loadStamp(db, caller, id)
      const known = cache.get(keyOf(id, revision, choice))
      if (known !== undefined) return known
      const { template, document } = await loadDocument(db, caller, id)
      const rendered = render(document, { ...choice, cdnUrl })
      const json = JSON.stringify(rendered)
      const view = { html: rendered.html, json, hash: await hashOf(json) }
      // A character weighs up to two bytes, and the HTML is kept twice.
      cache.set(keyOf(id, template.revision, choice), view, (json.length + rendered.html.length) * 2)
      return view
    },
  }
}

function stateOf(id: string, { revision, updatedAt, folderId, favorite }: Stamp): string {
  return `${id} ${revision} ${updatedAt} ${folderId} ${favorite}`
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
