import type { Template, TemplateVersion } from '../../../api/index.ts'
import { useConsole } from '../../../context.ts'
import { useCall } from '../../../parts/index.ts'
import { words } from './words.ts'

export interface VersionActions {
  isBusy: boolean
  restore(version: TemplateVersion): void
  pin(version: TemplateVersion): void
  duplicate(version: TemplateVersion): void
  remove(version: TemplateVersion): void
}

/** Changes of versions, each with a notice; `onChange` when lists are no longer up to date. */
export function useVersionActions(templateId: string, onChange: () => void): VersionActions {
  const { api, report, router, toaster } = useConsole()
  const call = useCall<void>()
  const base = `/templates/${templateId}/versions`
  const run = (change: () => Promise<void>) =>
    call.run(async () => {
      await change()
      onChange()
    })
  /** By the version that is current, so that the notice can restore that one. */
  async function restore({ id, number }: TemplateVersion): Promise<void> {
    const { data } = await api.value.get<{ data: readonly TemplateVersion[] }>(base, { query: { limit: 1 } })
    await api.value.post(`${base}/${id}/restore`, {})
    const [before] = data
    const text = words.t('restored', { number })
    if (before === undefined) return toaster.show(text)
    const undo = () => void restore(before).then(onChange, report)
    toaster.show(text, { action: { label: words.t('undo'), run: undo } })
  }
  return {
    isBusy: call.isBusy,
    restore: (version) => run(() => restore(version)),
    pin: ({ id, number, pinned }) =>
      run(async () => {
        await api.value.put(`${base}/${id}`, { pinned: !pinned })
        toaster.show(words.t(pinned ? 'unpinDone' : 'pinDone', { number }))
      }),
    duplicate: ({ id }) =>
      call.run(async () => {
        const { id: copyId, name } = await api.value.post<Template>(`${base}/${id}/duplicate`, {})
        toaster.show(words.t('duplicated', { name }))
        router.go(`/templates/${copyId}/details`)
      }),
    remove: ({ id, number }) =>
      run(async () => {
        await api.value.remove(`${base}/${id}`)
        toaster.show(words.t('deleted', { number }))
      }),
  }
}
