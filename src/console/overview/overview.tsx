import { Button, EmptyState, Spinner } from '../../ui/controls/index.ts'
import { mailIcon, plusIcon } from '../../ui/icons/index.ts'
import type { TemplatePage } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { useLatest } from '../latest.ts'
import { mayEdit } from '../start.ts'
import { Checklist } from './checklist.tsx'
import { Health } from './health.tsx'
import { TemplateLinks } from './template-links.tsx'
import { useActivity } from './use-activity.ts'

const shownTemplates = 6

/** What to do next, what waits for a decision, work in progress, and how everything is. */
export function Overview() {
  const { api, router, start, words } = useConsole()
  const list = (query: Record<string, string>) => (signal: AbortSignal) =>
    api.value.get<TemplatePage>('/templates/my', { query: { ...query, limit: shownTemplates }, signal })
  const recent = useLatest(list({}), [])
  const waiting = useLatest(list({ status: 'in_review' }), [])
  const activity = useActivity()
  const templates = recent.value?.data
  return (
    <div class="page">
      <header class="page-head">
        <h1>{words.t('home.hello', { name: start.user.name })}</h1>
        {mayEdit(start) ? (
          <Button variant="primary" icon={plusIcon} onClick={() => router.go('/templates?new=1')}>
            {words.t('templates.new')}
          </Button>
        ) : null}
      </header>
      {activity === undefined ? null : <Checklist activity={activity} hasTemplates={templates?.length !== 0} />}
      <TemplateLinks
        title={words.t('home.waiting')}
        moreUrl="/templates?view=in_review"
        templates={waiting.value?.data ?? []}
        urlOf={({ id }) => `/templates/${id}/details/review`}
      />
      {templates === undefined ? (
        recent.isLoading ? (
          <Spinner label={words.t('shell.loading')} />
        ) : null
      ) : templates.length === 0 ? (
        <EmptyState icon={mailIcon} title={words.t('templates.none')} text={words.t('templates.noneText')} />
      ) : (
        <TemplateLinks
          title={words.t('home.recent')}
          moreUrl="/templates"
          templates={templates}
          urlOf={({ id }) => `/templates/${id}`}
        />
      )}
      {activity === undefined ? null : <Health activity={activity} />}
    </div>
  )
}
