import { useEffect } from 'preact/hooks'
import { EmptyState, Spinner } from '../../../ui/controls/index.ts'
import { Icon, chevronLeftIcon, warningIcon } from '../../../ui/icons/index.ts'
import { ApiFailure, type Template } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { EditorFrame } from './editor-frame.tsx'

/** One template in the editor, over the whole page. */
export function EditorPage({ id }: { id: string }) {
  const { api, words } = useConsole()
  const template = useLatest((signal) => api.value.get<Template>(`/templates/${id}`, { signal }), [id])
  useEffect(() => {
    if (template.value !== undefined) document.title = `${template.value.name} · svc`
  }, [template.value?.name])
  if (template.value === undefined)
    return template.isLoading ? (
      <Spinner label={words.t('shell.loading')} />
    ) : (
      <EmptyState icon={warningIcon} title={words.t(isMissing(template.error) ? 'templates.missing' : 'failed.page')}>
        <a href="/templates">{words.t('templates.back')}</a>
      </EmptyState>
    )
  return (
    <div class="full">
      <header class="full-head">
        <a
          class="full-back"
          href="/templates"
          aria-label={words.t('templates.back')}
          data-tip={words.t('templates.back')}
        >
          <Icon d={chevronLeftIcon} />
        </a>
        <h1>{template.value.name}</h1>
        <a class="svc-button svc-plain" href={`/templates/${id}/details`}>
          <span>{words.t('templates.details')}</span>
        </a>
      </header>
      <EditorFrame template={template.value} />
    </div>
  )
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 404
}
