import type { Template } from '../../api/index.ts'
import type { Console } from '../../context.ts'

export interface TemplateActions {
  rename(template: Template, name: string): Promise<void>
  duplicate(template: Template): Promise<void>
  toggleFavorite(template: Template): Promise<void>
  /** Moves to the trash; the notice offers to undo it. */
  trash(template: Template): Promise<void>
  restore(template: Template): Promise<void>
  erase(template: Template): Promise<void>
}

/** Changes of templates in the gallery; each reloads the list, and reports a failure. */
export function createActions({ api, report, router, toaster, words }: Console, reload: () => void): TemplateActions {
  const run = async (change: () => Promise<unknown>, done?: () => void) => {
    try {
      await change()
      done?.()
    } catch (error) {
      report(error)
    }
    reload()
  }
  const restore = ({ id, name }: Template) =>
    run(
      () => api.value.post(`/templates/${id}/restore`),
      () => toaster.show(words.t('trash.restored', { name })),
    )
  return {
    rename: ({ id }, name) => run(() => api.value.put(`/templates/${id}`, { name })),
    duplicate: ({ id }) =>
      run(async () => {
        const copy = await api.value.post<Template>(`/templates/${id}/duplicate`, {})
        toaster.show(words.t('templates.duplicated', { name: copy.name }), {
          action: { label: words.t('templates.open'), run: () => router.go(`/templates/${copy.id}`) },
        })
      }),
    toggleFavorite: ({ favorite, id }) =>
      run(() =>
        favorite ? api.value.remove(`/templates/${id}/favorite`) : api.value.post(`/templates/${id}/favorite`),
      ),
    trash: (template) =>
      run(
        () => api.value.remove(`/templates/${template.id}`),
        () =>
          toaster.show(words.t('trash.moved', { name: template.name }), {
            action: { label: words.t('undo'), run: () => void restore(template) },
          }),
      ),
    restore,
    erase: ({ id }) => run(() => api.value.remove(`/templates/${id}`, { query: { permanent: true } })),
  }
}
