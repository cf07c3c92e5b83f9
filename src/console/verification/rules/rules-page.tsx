import { useSignal } from '@preact/signals'
import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { checksIcon, plusIcon, searchIcon } from '../../../ui/icons/index.ts'
import type { VerificationListEntry } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { Listed, saveFile, usePages } from '../../parts/index.ts'
import { AddRules } from './add-rules.tsx'
import { EditRule } from './edit-rule.tsx'
import { filterOf, pathOf, queryOf } from './filter.ts'
import { RuleFilters } from './rule-filters.tsx'
import { RuleTable } from './rule-table.tsx'
import { words } from './words.ts'

const pageSize = 50

/** The allow and block lists of the project. */
export function RulesPage() {
  const { api, report, router } = useConsole()
  const filter = filterOf(router.url.value.query)
  const query = queryOf(filter)
  const entries = usePages<VerificationListEntry>('/verify/lists', { limit: pageSize, ...query })
  const isAdding = useSignal(false)
  const edited = useSignal<VerificationListEntry | undefined>(undefined)
  const isFiltered = pathOf(filter) !== pathOf({ q: '', list: '', kind: '' })
  const isEmpty = entries.value?.length === 0 && !isFiltered
  const save = () =>
    void api.value
      .download('/verify/lists', { query: { ...query, format: 'csv' } })
      .then((file) => saveFile(file, 'allow-and-block.csv'), report)
  const add = (
    <Button variant="primary" icon={plusIcon} onClick={() => (isAdding.value = true)}>
      {words.t('add')}
    </Button>
  )
  return (
    <>
      <div class="panel-head">
        <p class="soft words">{words.t('intro')}</p>
        <span class="row">
          {isEmpty ? null : (
            <>
              <Button onClick={save}>{words.t('download')}</Button>
              {add}
            </>
          )}
        </span>
      </div>
      {isEmpty ? null : <RuleFilters key={filter.q} filter={filter} onChange={(next) => router.go(pathOf(next))} />}
      <Listed
        of={entries}
        empty={
          isFiltered ? (
            <EmptyState icon={searchIcon} title={words.t('noMatch')} text={words.t('noMatchText')}>
              <Button onClick={() => router.go(pathOf({ q: '', list: '', kind: '' }))}>{words.t('clear')}</Button>
            </EmptyState>
          ) : (
            <EmptyState icon={checksIcon} title={words.t('none')} text={words.t('noneText')}>
              {add}
            </EmptyState>
          )
        }
      >
        {(list) => (
          <RuleTable
            entries={list}
            hasMore={entries.hasMore}
            searched={filter.q}
            onEdit={(entry) => (edited.value = entry)}
            onChange={entries.reload}
          />
        )}
      </Listed>
      {isAdding.value ? <AddRules onStored={entries.reload} onClose={() => (isAdding.value = false)} /> : null}
      {edited.value === undefined ? null : (
        <EditRule entry={edited.value} onStored={entries.reload} onClose={() => (edited.value = undefined)} />
      )}
    </>
  )
}
