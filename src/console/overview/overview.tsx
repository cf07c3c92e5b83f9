import { Button, EmptyState, Spinner } from '../../ui/controls/index.ts'
import { mailIcon, plusIcon } from '../../ui/icons/index.ts'
import type { TemplatePage } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { useLatest } from '../latest.ts'
import { mayEdit } from '../start.ts'

const shownTemplates = 8

/** Work in progress, one click from the editor. */
export function Overview() {
  const { api, router, start, words } = useConsole()
  const recent = useLatest(
    (signal) => api.value.get<TemplatePage>('/templates/my', { query: { limit: shownTemplates }, signal }),
    [],
  )
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
      {templates === undefined ? (
        recent.isLoading ? (
          <Spinner label={words.t('shell.loading')} />
        ) : null
      ) : templates.length === 0 ? (
        <EmptyState icon={mailIcon} title={words.t('templates.none')} text={words.t('templates.noneText')} />
      ) : (
        <section class="home-part">
          <div class="home-head">
            <h2>{words.t('home.recent')}</h2>
            <a href="/templates">{words.t('home.all')}</a>
          </div>
          <ul class="recent">
            {templates.map(({ id, name, subject, thumbnail_url: image, updated_at: updated }) => (
              <li key={id}>
                <a class="recent-link" href={`/templates/${id}`}>
                  <img src={image} alt="" loading="lazy" width={64} height={80} />
                  <span>
                    <b>{name}</b>
                    <small>{subject}</small>
                    <small>{words.ago(Date.now() - Date.parse(updated))}</small>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
