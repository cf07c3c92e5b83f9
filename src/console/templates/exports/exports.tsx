/** Exports of the project that have not expired. Calls `/v1/export` and `/v1/jobs`. Start at export-table.tsx. */
import { useSignal } from '@preact/signals'
import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { Select } from '../../../ui/fields/index.ts'
import { downloadIcon, searchIcon } from '../../../ui/icons/index.ts'
import type { Export, ExportTargets } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { CsvButton, Listed, usePages } from '../../parts/index.ts'
import { ExportDialog } from '../export/index.ts'
import { ExportDetails } from './export-details.tsx'
import { ExportTable } from './export-table.tsx'
import { useProgress } from './use-progress.ts'
import { words } from './words.ts'

const states = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const
const pageSize = 25

export function Exports() {
  const { api, router } = useConsole()
  const { query } = router.url.value
  const state = states.find((each) => each === query.get('state')) ?? ''
  const list = usePages<Export>('/export', { limit: pageSize, ...(state === '' ? {} : { status: state }) })
  const targets = useLatest((signal) => api.value.get<ExportTargets>('/export/formats', { signal }), [])
  const running = (list.value ?? []).filter(({ status }) => status === 'queued' || status === 'running')
  const progress = useProgress(
    running.flatMap(({ job_id: id }) => id ?? []),
    list.reload,
  )
  const shown = query.get('export')
  const again = useSignal<readonly string[] | undefined>(undefined)
  const nameOf = ({ format, target = format }: Export) =>
    targets.value?.data.find(({ id }) => id === target)?.name ?? target
  const shownExport = list.value?.find(({ id }) => id === shown)
  return (
    <div class="page" lang="en" dir="ltr">
      <header class="page-head">
        <h1>{words.t('title')}</h1>
      </header>
      <div class="panel-head">
        <p class="soft words">{words.t('about')}</p>
        <CsvButton of={list} name="exports" />
        <Select
          label={words.t('state')}
          value={state}
          options={[
            { value: '', label: words.t('state.all') },
            ...states.map((value) => ({ value, label: words.t(`state.${value}`) })),
          ]}
          onChange={(value) => router.go(pathOf(value))}
        />
      </div>
      <Listed
        of={list}
        empty={
          state === '' ? (
            <EmptyState icon={downloadIcon} title={words.t('none')} text={words.t('noneText')}>
              <Button onClick={() => router.go('/templates')}>{words.t('toTemplates')}</Button>
            </EmptyState>
          ) : (
            <EmptyState icon={searchIcon} title={words.t('noMatch')}>
              <Button onClick={() => router.go(pathOf(''))}>{words.t('showAll')}</Button>
            </EmptyState>
          )
        }
      >
        {(exports) => (
          <ExportTable
            hasMore={list.hasMore}
            exports={exports}
            progress={progress}
            nameOf={nameOf}
            onOpen={({ id }) => router.go(pathOf(state, id))}
          />
        )}
      </Listed>
      {shown === null ? null : (
        <ExportDetails
          key={shown}
          id={shown}
          title={shownExport === undefined ? words.t('details') : nameOf(shownExport)}
          onChange={list.reload}
          onClose={() => router.go(pathOf(state))}
          onAgain={(ids) => {
            router.go(pathOf(state))
            again.value = ids
          }}
        />
      )}
      {again.value === undefined ? null : (
        <ExportDialog
          ids={again.value}
          onClose={() => {
            again.value = undefined
            list.reload()
          }}
        />
      )}
    </div>
  )
}

/** The path of the list in a state, and with the details of one export open. */
function pathOf(state: string, exportId?: string): string {
  const query = new URLSearchParams()
  if (state !== '') query.set('state', state)
  if (exportId !== undefined) query.set('export', exportId)
  const text = query.toString()
  return text === '' ? '/exports' : `/exports?${text}`
}
