import { useSignal } from '@preact/signals'
import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { Icon, downloadIcon, historyIcon, searchIcon } from '../../../ui/icons/index.ts'
import { useConsole } from '../../context.ts'
import { Listed, usePages } from '../../parts/index.ts'
import type { AuditEntry } from '../resources.ts'
import { words } from '../words.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { auditPath, filterOf } from './filter.ts'

const pageSize = 50

/** Who did what; filters are in the URL, and what they match can be downloaded. */
export function AuditPage() {
  const { router } = useConsole()
  const filter = filterOf(router.url.value.query)
  const query = new URLSearchParams(filter)
  const list = usePages<AuditEntry>('/operations/audit', { limit: pageSize, ...filter })
  const shown = useSignal<AuditEntry | undefined>(undefined)
  return (
    <>
      <div class="panel-head">
        <p class="soft words">{words.t('auditAbout')}</p>
        <a
          class="svc-button svc-normal"
          href={`/v1/operations/audit.csv${query.size === 0 ? '' : `?${query}`}`}
          download="audit.csv"
        >
          <Icon d={downloadIcon} />
          <span>{words.t('download')}</span>
        </a>
      </div>
      <AuditFilters key={query.toString()} filter={filter} onApply={(next) => router.go(auditPath(next))} />
      <Listed
        of={list}
        empty={
          query.size === 0 ? (
            <EmptyState icon={historyIcon} title={words.t('auditNone')} />
          ) : (
            <EmptyState icon={searchIcon} title={words.t('auditNoMatch')}>
              <Button onClick={() => router.go(auditPath({}))}>{words.t('clear')}</Button>
            </EmptyState>
          )
        }
      >
        {(entries) => <AuditTable entries={entries} hasMore={list.hasMore} onOpen={(entry) => (shown.value = entry)} />}
      </Listed>
      {shown.value === undefined ? null : <EntryDialog entry={shown.value} onClose={() => (shown.value = undefined)} />}
    </>
  )
}
