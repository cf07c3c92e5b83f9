import type { Api, Asset, Job, ReplacedAsset } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { words } from './words.ts'

export interface Replacement {
  /** Sends the file; resolves when the asset has it. */
  replace(asset: Asset, file: File): Promise<void>
}

interface ShowResult {
  failed: number
  results: readonly { error?: { message: string } }[]
}

/** Replaces the file of an asset, with a notice that undoes it; `onChange` whenever the asset has another file. */
export function useReplacement(onChange: () => void): Replacement {
  const { api, report, toaster } = useConsole()

  async function followUses(calls: Api, { name, replacement: { job_id: jobId } }: ReplacedAsset): Promise<void> {
    if (jobId === null) return
    for await (const _ of calls.watch(`/jobs/${jobId}/events`, new AbortController().signal));
    const { result } = await calls.get<Job>(`/jobs/${jobId}`)
    const { failed = 0, results = [] } = (result ?? {}) as Partial<ShowResult>
    if (failed === 0) return
    const reason = results[0]?.error?.message ?? ''
    toaster.show(words.t('replaceFailed', { name, count: failed, reason }), { tone: 'problem' })
  }

  async function undo(calls: Api, { id, replacement: { from_version: version } }: ReplacedAsset): Promise<void> {
    const restored = await calls.post<ReplacedAsset>(`/assets/${id}/versions/${version}/restore`)
    toaster.show(words.t('replaceUndone', { name: restored.name }))
    onChange()
    await followUses(calls, restored)
  }

  return {
    async replace({ id, revision }, file) {
      // The project may be switched meanwhile.
      const calls = api.peek()
      const form = new FormData()
      form.set('file', file)
      const replaced = await calls.put<ReplacedAsset>(`/assets/${id}/content`, form, { ifMatch: `"${revision}"` })
      const isReset = replaced.replacement.focal_point === 'reset'
      toaster.show(words.t(isReset ? 'replacedReset' : 'replaced', { name: replaced.name }), {
        action: { label: words.t('undo'), run: () => void undo(calls, replaced).catch(report) },
      })
      onChange()
      void followUses(calls, replaced).catch(report)
    },
  }
}
