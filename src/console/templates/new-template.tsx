import { useSignal } from '@preact/signals'
import { Spinner } from '../../ui/controls/index.ts'
import { Icon, plusIcon } from '../../ui/icons/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import type { Template, TemplatePage } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { ThumbnailImage } from '../parts/index.ts'
import { useLatest } from '../latest.ts'

/** Starters by category, and an empty email. The name follows later: the editor opens at once. */
export function NewTemplate({ onClose }: { onClose: () => void }) {
  const { api, report, router, words } = useConsole()
  const isBusy = useSignal(false)
  const starters = useLatest(
    (signal) => api.value.get<TemplatePage>('/templates/public', { query: { limit: 100, sort: 'name' }, signal }),
    [],
  )
  const create = async (request: () => Promise<Template>) => {
    if (isBusy.value) return
    isBusy.value = true
    try {
      const { id } = await request()
      router.go(`/templates/${id}`, { replace: true })
    } catch (error) {
      report(error)
      isBusy.value = false
    }
  }
  const groups = [...Map.groupBy(starters.value?.data ?? [], ({ type }) => type)]
  return (
    <Dialog title={words.t('templates.new')} size="wide" onClose={onClose}>
      <div class="starters" aria-busy={isBusy.value}>
        <button
          type="button"
          class="starter starter-blank"
          data-first
          onClick={() =>
            void create(() => api.value.post('/templates', { name: words.t('templates.untitled'), type: 'other' }))
          }
        >
          <Icon d={plusIcon} size={20} />
          <b>{words.t('new.blank')}</b>
          <small>{words.t('new.blankText')}</small>
        </button>
        {starters.value === undefined && starters.isLoading ? <Spinner label={words.t('shell.loading')} /> : null}
        {groups.map(([type, group]) => (
          <section key={type}>
            <h3>{words.typeName(type)}</h3>
            <div class="starter-row">
              {group.map(({ id, name, thumbnail_url: image }) => (
                <button
                  key={id}
                  type="button"
                  class="starter"
                  onClick={() => void create(() => api.value.post(`/templates/${id}/duplicate`, { name }))}
                >
                  <ThumbnailImage url={image} width={320} height={400} />
                  <b>{name}</b>
                </button>
              ))}
            </div>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
