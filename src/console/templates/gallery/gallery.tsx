import { useSignal } from '@preact/signals'
import { Button, EmptyState, Spinner } from '../../../ui/controls/index.ts'
import { mailIcon, plusIcon, searchIcon, trashIcon } from '../../../ui/icons/index.ts'
import type { Template } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { mayEdit } from '../../start.ts'
import { NewTemplate } from '../new-template.tsx'
import { createActions } from './actions.ts'
import { type Filter, filterUrl, readFilter } from './filter.ts'
import { GalleryBar } from './gallery-bar.tsx'
import { TemplateCard } from './template-card.tsx'
import { useTemplates } from './use-templates.ts'

/** All templates of the project, with search, filters and their counts. */
export function Gallery() {
  const { router, start, words } = useConsole()
  const { query } = router.url.value
  const filter = readFilter(query)
  const list = useTemplates(filter)
  const isNew = query.has('new')
  const show = (change: Partial<Filter>) =>
    router.go(filterUrl({ ...filter, ...change }), { replace: change.q !== undefined })
  const console = useConsole()
  const actions = createActions(console, list.reload)
  return (
    <div class="page">
      <header class="page-head">
        <h1>{words.t('section.templates')}</h1>
        {mayEdit(start) ? (
          <Button variant="primary" icon={plusIcon} onClick={() => router.go('/templates?new=1')}>
            {words.t('templates.new')}
          </Button>
        ) : null}
      </header>
      <GalleryBar filter={filter} counts={list.counts} onChange={show} />
      {list.templates === undefined ? (
        list.isLoading ? (
          <Spinner label={words.t('shell.loading')} />
        ) : null
      ) : list.templates.length === 0 ? (
        <NoTemplates filter={filter} onReset={() => show({ view: 'all', q: '', type: '' })} />
      ) : (
        <Cards templates={list.templates} isTrash={filter.view === 'trash'} actions={actions} />
      )}
      {list.hasMore ? (
        <div class="gallery-more">
          <Button busy={list.isLoading} onClick={list.loadMore}>
            {words.t('list.more')}
          </Button>
        </div>
      ) : null}
      {isNew ? <NewTemplate onClose={() => router.go(filterUrl(filter), { replace: true })} /> : null}
    </div>
  )
}

interface CardsProps {
  templates: readonly Template[]
  isTrash: boolean
  actions: ReturnType<typeof createActions>
}

function Cards({ templates, isTrash, actions }: CardsProps) {
  const { words } = useConsole()
  const renaming = useSignal<string | undefined>(undefined)
  return (
    <ul class="gallery" aria-label={words.t('section.templates')}>
      {templates.map((template) => (
        <TemplateCard
          key={template.id}
          template={template}
          isTrash={isTrash}
          actions={actions}
          isRenaming={renaming.value === template.id}
          onRename={(isOn) => (renaming.value = isOn ? template.id : undefined)}
        />
      ))}
    </ul>
  )
}

function NoTemplates({ filter, onReset }: { filter: Filter; onReset: () => void }) {
  const { router, words } = useConsole()
  if (filter.view === 'trash')
    return <EmptyState icon={trashIcon} title={words.t('trash.empty')} text={words.t('trash.about')} />
  if (filter.view !== 'all' || filter.q !== '' || filter.type !== '')
    return (
      <EmptyState icon={searchIcon} title={words.t('templates.noMatch')}>
        <Button onClick={onReset}>{words.t('templates.showAll')}</Button>
      </EmptyState>
    )
  return (
    <EmptyState icon={mailIcon} title={words.t('templates.none')} text={words.t('templates.noneText')}>
      <Button variant="primary" onClick={() => router.go('/templates?new=1')}>
        {words.t('templates.new')}
      </Button>
    </EmptyState>
  )
}
