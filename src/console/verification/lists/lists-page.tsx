import { EmptyState } from '../../../ui/controls/index.ts'
import { Select } from '../../../ui/fields/index.ts'
import { checksIcon, searchIcon } from '../../../ui/icons/index.ts'
import type { Batch } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { CsvButton, Listed, usePages } from '../../parts/index.ts'
import { words } from '../words.ts'
import { BatchTable } from './batch-table.tsx'
import { NewList } from './new-list.tsx'

const statuses = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const
const pageSize = 25

/** A new list, and the lists of the project with a filter. */
export function ListsPage() {
  const { router } = useConsole()
  const status = router.url.value.query.get('status') ?? ''
  const batches = usePages<Batch>('/verify/jobs', { limit: pageSize, ...(status === '' ? {} : { status }) })
  return (
    <>
      <NewList />
      <div class="panel-row lists-head">
        <h2>{words.t('lists.all')}</h2>
        <CsvButton of={batches} name="lists" />
        <Select
          label={words.t('lists.status')}
          value={status}
          options={[
            { value: '', label: words.t('status.all') },
            ...statuses.map((value) => ({ value, label: words.wordFor('status', value) })),
          ]}
          onChange={(value) => router.go(`/verification/lists${value === '' ? '' : `?status=${value}`}`)}
        />
      </div>
      <Listed
        of={batches}
        empty={
          status === '' ? (
            <EmptyState icon={checksIcon} title={words.t('lists.none')} text={words.t('lists.noneText')} />
          ) : (
            <EmptyState icon={searchIcon} title={words.t('lists.noMatch')} />
          )
        }
      >
        {(list) => <BatchTable batches={list} hasMore={batches.hasMore} />}
      </Listed>
    </>
  )
}
