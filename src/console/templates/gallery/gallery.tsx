import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Button, EmptyState, Spinner } from '../../../ui/controls/index.ts'
import { Icon, mailIcon, plusIcon, searchIcon, trashIcon, uploadIcon } from '../../../ui/icons/index.ts'
import type { Template } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { LongGrid } from '../../long/index.ts'
import { CsvButton, ShowMore } from '../../parts/index.ts'
import { mayEdit } from '../../start.ts'
import { type BulkActions, createBulkActions } from '../bulk/bulk-actions.ts'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { type Selection, createSelection } from '../bulk/selection.ts'
import { MoveDialog } from '../folders/folder-dialogs.tsx'
import { FolderPane } from '../folders/folder-pane.tsx'
import { type Folders, useFolders } from '../folders/use-folders.ts'
import { NewTemplate } from '../new-template.tsx'
import { createActions } from './actions.ts'
import { type Filter, everything, filterUrl, readFilter } from './filter.ts'
import { GalleryBar } from './gallery-bar.tsx'
import { TemplateCard } from './template-card.tsx'
import { useTemplates } from './use-templates.ts'

/** All templates of the project, with folders, search, filters and their counts. */
export function Gallery() {
  const console = useConsole()
  const { router, start, words } = console
  const { query } = router.url.value
  const filter = readFilter(query)
  const list = useTemplates(filter)
  const folders = useFolders()
  const selected = useSignal<ReadonlyMap<string, Template>>(new Map())
  const last = useRef('')
  const selection = createSelection(selected, last)
  const isNew = query.has('new')
  const show = (change: Partial<Filter>) =>
    router.go(filterUrl({ ...filter, ...change }), { replace: change.q !== undefined })
  const reload = () => {
    list.reload()
    folders.reload()
  }
  const actions = createActions(console, reload)
  const bulk = createBulkActions(console, reload)
  const isTrash = filter.view === 'trash'
  const maySelect = mayEdit(start) && !isTrash
  return (
    <div class="page">
      <header class="page-head">
        <h1>{words.t('section.templates')}</h1>
        <div class="row">
          <CsvButton of={list} name="templates" omit={['thumbnail_url']} />
          {mayEdit(start) ? (
            <>
              <a class="svc-button svc-normal" href="/templates/import">
                <Icon d={uploadIcon} />
                <span>{words.t('templates.import')}</span>
              </a>
              <Button variant="primary" icon={plusIcon} onClick={() => router.go('/templates?new=1')}>
                {words.t('templates.new')}
              </Button>
            </>
          ) : null}
        </div>
      </header>
      <div class="gallery-split">
        <FolderPane
          folders={folders}
          selected={filter.folder}
          onSelect={(folder) => show({ folder })}
          onChange={list.reload}
          onDropTemplates={(ids, folderId) => {
            const moved = (list.value ?? []).filter(({ id }) => ids.includes(id))
            const others = [...selected.value.values()].filter(({ id }) => !moved.some((each) => each.id === id))
            selection.clear()
            void bulk.move([...moved, ...others.filter(({ id }) => ids.includes(id))], folderId)
          }}
        />
        <div class="gallery-main">
          <GalleryBar filter={filter} counts={list.counts} onChange={show} />
          <BulkBar selection={selection} folders={folders} actions={bulk} />
          {list.value === undefined ? (
            list.isLoading ? (
              <Spinner label={words.t('shell.loading')} />
            ) : null
          ) : list.value.length === 0 ? (
            <NoTemplates filter={filter} onReset={() => show(everything)} />
          ) : (
            <Cards
              templates={list.value}
              hasMore={list.hasMore}
              isTrash={isTrash}
              actions={actions}
              folders={folders}
              bulk={bulk}
              selection={maySelect ? selection : undefined}
            />
          )}
          <ShowMore of={list} isAutomatic />
        </div>
      </div>
      {isNew ? <NewTemplate onClose={() => router.go(filterUrl(filter), { replace: true })} /> : null}
    </div>
  )
}

interface CardsProps {
  templates: readonly Template[]
  hasMore: boolean
  isTrash: boolean
  actions: ReturnType<typeof createActions>
  folders: Folders
  bulk: BulkActions
  selection: Selection | undefined
}

function Cards({ templates, hasMore, isTrash, actions, bulk, folders, selection }: CardsProps) {
  const { router, words } = useConsole()
  const renaming = useSignal<string | undefined>(undefined)
  const moving = useSignal<Template | undefined>(undefined)
  return (
    <>
      <LongGrid
        class="gallery"
        label={words.t('section.templates')}
        items={templates}
        hasMore={hasMore}
        keyOf={({ id }) => id}
      >
        {(template, cell) => (
          <TemplateCard
            key={cell.key}
            cell={cell}
            template={template}
            isTrash={isTrash}
            actions={actions}
            selection={selection}
            onSelect={(isRange) => (isRange ? selection?.extend(template, templates) : selection?.toggle(template))}
            onDetails={() => router.go(`/templates/${template.id}/details`)}
            onMove={() => (moving.value = template)}
            isRenaming={renaming.value === template.id}
            onRename={(isOn) => (renaming.value = isOn ? template.id : undefined)}
          />
        )}
      </LongGrid>
      {moving.value === undefined ? null : (
        <MoveDialog
          title={words.t('folder.moveTitle', { name: moving.value.name })}
          folders={folders.all}
          from={moving.value.folder_id}
          onMove={(folderId) => moving.value !== undefined && void bulk.move([moving.value], folderId)}
          onClose={() => (moving.value = undefined)}
        />
      )}
    </>
  )
}

function NoTemplates({ filter, onReset }: { filter: Filter; onReset: () => void }) {
  const { router, words } = useConsole()
  if (filter.view === 'trash')
    return <EmptyState icon={trashIcon} title={words.t('trash.empty')} text={words.t('trash.about')} />
  if (filterUrl(filter) !== filterUrl(everything))
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
