import type { BulkResults, Template } from '../../api/index.ts'
import type { Console } from '../../context.ts'

/** Ids of one request (limits of the API). */
const idsAtOnce = 1000

export interface BulkActions {
  /** The notice offers to move each back to its folder. */
  move(templates: readonly Template[], folderId: string | null): Promise<void>
  /** The notice offers to restore them. */
  trash(templates: readonly Template[]): Promise<void>
}

/** Changes of several templates; each reloads the list, and reports the templates that were refused. */
export function createBulkActions({ api, report, toaster, words }: Console, reload: () => void): BulkActions {
  async function send(path: string, ids: readonly string[], body: object): Promise<number> {
    let done = 0
    for (let at = 0; at < ids.length; at += idsAtOnce) {
      const part = ids.slice(at, at + idsAtOnce)
      const { results } = await api.value.post<BulkResults>(`/templates/bulk/${path}`, { ...body, ids: part })
      done += results.filter(({ ok }) => ok).length
      const refused = results.find(({ ok }) => !ok)
      if (refused?.error !== undefined) toaster.show(refused.error.message, { tone: 'problem' })
    }
    return done
  }
  const run = async (change: () => Promise<unknown>) => {
    try {
      await change()
    } catch (error) {
      report(error)
    }
    reload()
  }
  const idsOf = (templates: readonly Template[]) => templates.map(({ id }) => id)
  const moveBack = async (templates: readonly Template[]) => {
    for (const [folder, group] of Map.groupBy(templates, ({ folder_id: id }) => id))
      await send('move', idsOf(group), { folder_id: folder })
  }
  const restore = async (templates: readonly Template[]) => {
    for (const { id } of templates) await api.value.post(`/templates/${id}/restore`)
  }
  return {
    move: (templates, folderId) =>
      run(async () => {
        const count = await send('move', idsOf(templates), { folder_id: folderId })
        if (count > 0)
          toaster.show(words.t('bulk.moved', { count }), {
            action: { label: words.t('undo'), run: () => void run(() => moveBack(templates)) },
          })
      }),
    trash: (templates) =>
      run(async () => {
        const count = await send('delete', idsOf(templates), {})
        if (count > 0)
          toaster.show(words.t('bulk.trashed', { count }), {
            action: { label: words.t('undo'), run: () => void run(() => restore(templates)) },
          })
      }),
  }
}
