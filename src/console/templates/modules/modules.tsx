/** Modules of the project, with what uses them. Calls `/v1/modules`. Start at module-dialog.tsx. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { TextInput } from '../../../ui/fields/index.ts'
import { Icon, moduleIcon, searchIcon } from '../../../ui/icons/index.ts'
import type { ModuleSummary } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { CsvButton, Listed, usePages } from '../../parts/index.ts'
import { ModuleDialog } from './module-dialog.tsx'
import { ModuleTable } from './module-table.tsx'
import { words } from './words.ts'

const pageSize = 50

export function Modules() {
  const { router } = useConsole()
  const { query } = router.url.value
  const q = query.get('q') ?? ''
  const list = usePages<ModuleSummary>('/modules', { limit: pageSize, ...(q.trim() === '' ? {} : { q: q.trim() }) })
  const deletion = useSignal<string | undefined>(undefined)
  useJobEnd(deletion.value, list.reload)
  const shown = query.get('module')
  const isEmpty = list.value?.length === 0 && q === ''
  return (
    <div class="page" lang="en" dir="ltr">
      <header class="page-head">
        <h1>{words.t('title')}</h1>
        <CsvButton of={list} name="modules" />
      </header>
      {isEmpty ? null : (
        <>
          <p class="soft words">{words.t('about')}</p>
          <div class="module-search">
            <TextInput
              type="search"
              label={words.t('search')}
              placeholder={words.t('search')}
              maxLength={200}
              value={q}
              start={<Icon d={searchIcon} />}
              onChange={(text) => router.go(pathOf(text), { replace: true })}
            />
          </div>
        </>
      )}
      <Listed
        of={list}
        empty={
          isEmpty ? (
            <EmptyState icon={moduleIcon} title={words.t('none')} text={words.t('noneText')}>
              <Button onClick={() => router.go('/templates')}>{words.t('toTemplates')}</Button>
            </EmptyState>
          ) : (
            <EmptyState icon={searchIcon} title={words.t('noMatch')}>
              <Button onClick={() => router.go(pathOf(''))}>{words.t('showAll')}</Button>
            </EmptyState>
          )
        }
      >
        {(modules) => <ModuleTable modules={modules} hasMore={list.hasMore} hrefOf={({ id }) => pathOf(q, id)} />}
      </Listed>
      {shown === null ? null : (
        <ModuleDialog
          key={shown}
          id={shown}
          onChange={list.reload}
          onClose={() => router.go(pathOf(q))}
          onDeleted={(jobId) => {
            deletion.value = jobId
            router.go(pathOf(q))
            list.reload()
          }}
        />
      )}
    </div>
  )
}

/** Calls `run` when a job ends. */
function useJobEnd(id: string | undefined, run: () => void): void {
  const { api, report } = useConsole()
  useEffect(() => {
    if (id === undefined) return undefined
    const stop = new AbortController()
    const follow = async () => {
      for await (const _ of api.value.watch(`/jobs/${id}/events`, stop.signal));
      run()
    }
    follow().catch((error: unknown) => stop.signal.aborted || report(error))
    return () => stop.abort()
  }, [id])
}

/** The path of the list with a search, and with the details of one module open. */
function pathOf(q: string, moduleId?: string): string {
  const query = new URLSearchParams()
  if (q !== '') query.set('q', q)
  if (moduleId !== undefined) query.set('module', moduleId)
  const text = query.toString()
  return text === '' ? '/modules' : `/modules?${text}`
}
