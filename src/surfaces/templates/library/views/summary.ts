/** One template without its content, as JSON that is written once and sent while the template stays as it is. */
import { reportAccess } from '../../../../kernel/access/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { createCache, loadTemplate, presentTemplate, viewerOf } from '../../template/index.ts'
import { type TemplateState, findState } from './store.ts'

/** A template as JSON, the revision it shows, and whether grants restrict who may see it. */
export interface Summary {
  json: string
  revision: number
  isRestricted: boolean
}

/** Reads a template for a caller, at once where it can; fails with TEMPLATE_NOT_FOUND as `loadTemplate` does. */
export type Summarize = (db: Db, caller: Caller, id: string) => Summary | Promise<Summary>

const cacheBytes = 8 * 1024 * 1024

/** A reader that asks storage every time for what a template looks like, and for the whole row when that has changed. */
export function createSummarize(): Summarize {
  const cache = createCache<Summary & { state: TemplateState }>(cacheBytes)

  async function write(db: Db, caller: Caller, id: string): Promise<Summary> {
    const row = await loadTemplate(db, caller, id)
    const json = JSON.stringify(presentTemplate(row, db.nowMs()))
    const summary = { json, revision: row.revision, isRestricted: row.guardId !== null, state: row }
    // A lock ends with time, not with a write, and behind a guard callers differ. A character weighs up to two bytes.
    if (row.lockExpiresAt === null && row.guardId === null) cache.set(keyOf(id, row), summary, json.length * 2)
    return summary
  }

  return (db, caller, id) => {
    const answer = (state: TemplateState | undefined) => {
      const known = state && cache.get(keyOf(id, state))
      if (state === undefined || known === undefined || !isSame(known.state, state)) return write(db, caller, id)
      // What is cached has no grants, so everybody in the project may view it.
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
