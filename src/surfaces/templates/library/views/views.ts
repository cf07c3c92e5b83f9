/** One template as document, as a list of blocks and as HTML. */
import { listBlocks } from '../../../../email/document/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Workers } from '../../../../platform/jobs/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import {
  type Cache,
  type Modules,
  type RenderedTemplate,
  type SignImageUrls,
  createCache,
  renderTemplate,
  loadContent,
  loadDocument,
  loadRecipient,
  loadTemplate,
  readChoice,
  readStamp,
  withSignedImages,
} from '../../template/index.ts'
import type { TemplateHtmlQuery } from './contract.ts'

/** The stored document. */
export async function structured(db: Db, caller: Caller, id: string) {
  const { template, document } = await loadDocument(db, caller, id)
  return { id, revision: template.revision, document }
}

/** Every block of the document in reading order. */
export async function blocks(db: Db, caller: Caller, id: string) {
  const { template, document } = await loadDocument(db, caller, id)
  return { id, revision: template.revision, blocks: listBlocks(document) }
}

/** `hash` depends on the content only: the same content has the same hash in every revision. */
export interface View {
  rendered: RenderedTemplate
  hash: string
}

export interface ViewDeps {
  db: Db
  workers: Workers
}

export interface Views {
  html(deps: ViewDeps, caller: Caller, id: string, query: TemplateHtmlQuery): Promise<View>
}

/** With the modules that it shows. */
type Cached = View & { modules: Pick<Modules, 'ids' | 'stamp'> }

const cacheBytes = 32 * 1024 * 1024

/**
 * HTML views, cached by template, revision and options. The revision, and the versions of modules if there are any, are read
 * from storage for each request, so a cached view is never stale.
 */
export function createViews(cdnUrl: string, signImages?: SignImageUrls): Views {
  const cache: Cache<Cached> = createCache(cacheBytes)
  return {
    async html({ db, workers }, caller, id, query) {
      const choice: Choice = {
        mode: query.mode ?? 'production',
        data: query.data ?? 'none',
        amp: query.amp ?? 'auto',
        locale: query.locale,
        version: query.version,
      }
      const { recipient: recipientId } = query
      if (recipientId !== undefined) {
        const { data } = await loadRecipient(db, caller.projectId, recipientId)
        const { document, modules } = await loadContent(db, caller, id, readChoice(query.version))
        const shown = await renderTemplate({ document, modules, recipient: data }, query, { cdnUrl, workers })
        const rendered = await withSignedImages(shown, caller.projectId, signImages)
        return { rendered, hash: await hashOf(JSON.stringify(rendered)) }
      }
      const { revision } = await loadTemplate(db, caller, id)
      const known = cache.get(keyOf(id, revision, choice))
      if (known !== undefined && (await isCurrent(db, caller, known.modules))) return known
      const { template, document, modules, release } = await loadContent(db, caller, id, readChoice(query.version))
      const plain = await renderTemplate({ document, modules }, query, { cdnUrl, workers })
      const rendered = await withSignedImages(plain, caller.projectId, signImages)
      const json = JSON.stringify(rendered)
      // The modules of a release never change.
      const shown = release === undefined ? { ids: modules.ids, stamp: modules.stamp } : { ids: [], stamp: '' }
      const view = { rendered, hash: await hashOf(json), modules: shown }
      // A rendering that timed out may succeed next time. A character counts as two bytes.
      if (!hasFailed(rendered)) cache.set(keyOf(id, template.revision, choice), view, json.length * 2)
      return view
    },
  }
}

function hasFailed({ report }: RenderedTemplate): boolean {
  return report.warnings.some(({ code }) => code === 'LIQUID_FAILED')
}

async function isCurrent(db: Db, { projectId }: Caller, { ids, stamp }: Cached['modules']): Promise<boolean> {
  return ids.length === 0 || (await readStamp(db, projectId, ids)) === stamp
}

interface Choice {
  mode: string
  data: string
  amp: string
  locale: string | undefined
  version: string | undefined
}

function keyOf(id: string, revision: number, { mode, data, amp, locale = '', version = '' }: Choice): string {
  return `${id} ${revision} ${mode} ${data} ${amp} ${locale} ${version}`
}

export async function hashOf(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return hash.toHex().slice(0, 32)
}
