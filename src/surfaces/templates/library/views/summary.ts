/** One template without its content, as JSON that is serialized once and reused until the template changes. */
import { reportAccess } from '../../../../kernel/access/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import {
  createCache,
  loadTemplate,
  presentTemplate,
  viewerOf,
  type ThumbnailLinks,
  templateTag,
} from '../../template/index.ts'
import { type TemplateState, findState } from './store.ts'

/** `isRestricted`: grants restrict access to the template. */
export interface Summary {
  json: string
  /** Value of the ETag. */
  tag: string
  isRestricted: boolean
}

/** Synchronous if cached and storage is synchronous. TEMPLATE_NOT_FOUND as for `loadTemplate`. */
export type Summarize = (db: Db, caller: Caller, id: string) => Summary | Promise<Summary>

const cacheBytes = 8 * 1024 * 1024

/** Reads the state of the template from storage for each request, and the whole row only if the state has changed. */
export function createSummarize(links: ThumbnailLinks): Summarize {
  const cache = createCache<Summary & { state: TemplateState; untilMs: number }>(cacheBytes)

  async function write(db: Db, caller: Caller, id: string): Promise<Summary> {
    const row = await loadTemplate(db, caller, id)
    const untilMs = links.windowEnd()
    const template = links.sign(presentTemplate(row, db.nowMs()))
    const json = JSON.stringify(template)
    const summary = { json, tag: templateTag(template), isRestricted: row.guardId !== null, state: row, untilMs }
    // Not cached: locks, which expire without a write, and guarded templates, which callers see differently. A character
    // counts as two bytes.
    if (row.lockExpiresAt === null && row.guardId === null) cache.set(keyOf(id, row), summary, json.length * 2)
    return summary
  }

  return (db, caller, id) => {
    const answer = (state: TemplateState | undefined) => {
      const known = state && cache.get(keyOf(id, state))
      const isCurrent = known !== undefined && state !== undefined && isSame(known.state, state)
      if (!isCurrent || links.windowEnd() !== known.untilMs) return write(db, caller, id)
      // Cached templates have no grants, so every caller of the project may view them.
      reportAccess('view')
      return known
    }
    const found = findState(db, viewerOf(caller), id)
    return found instanceof Promise ? found.then(answer) : answer(found)
  }
}

function keyOf(id: string, { favorite }: TemplateState): string {
  return favorite ? `${id} favorite` : id
}

function isSame(a: TemplateState, b: TemplateState): boolean {
  return (
    a.revision === b.revision &&
    a.updatedAt === b.updatedAt &&
    a.folderId === b.folderId &&
    a.deletedAt === b.deletedAt &&
    a.guardId === b.guardId &&
    a.lockExpiresAt === b.lockExpiresAt
  )
}
