import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { historyIcon, searchIcon, downloadIcon } from '../../../ui/icons/index.ts'
import { useConsole } from '../../context.ts'
import { Listed, saveFile, usePages } from '../../parts/index.ts'
import { words } from '../words.ts'
import { filterOf, requestsPath } from './filter.ts'
import { RequestFilters } from './request-filters.tsx'
import { RequestTable } from './request-table.tsx'
import type { LoggedRequest } from './resources.ts'

const pageSize = 50

/** The last requests of the API keys; filters are in the URL, and what they match can be downloaded. */
export function RequestsPage() {
  const { api, report, router } = useConsole()
  const filter = filterOf(router.url.value.query)
  const list = usePages<LoggedRequest>('/console/requests', { limit: pageSize, ...filter })
  const isFiltered = Object.keys(filter).length > 0
  const save = () =>
    void api.value
      .download('/console/requests.csv', { query: filter })
      .then((file) => saveFile(file, 'requests.csv'), report)
  return (
    <>
      <div class="panel-row lists-head">
        <p class="soft">{words.t('requests.intro')}</p>
        <div class="row">
          <Button onClick={list.reload}>{words.t('hooks.refresh')}</Button>
          <Button icon={downloadIcon} onClick={save}>
            {words.t('requests.csv')}
          </Button>
        </div>
      </div>
      <RequestFilters key={JSON.stringify(filter)} filter={filter} onApply={(next) => router.go(requestsPath(next))} />
      <Listed
        of={list}
        empty={
          isFiltered ? (
            <EmptyState icon={searchIcon} title={words.t('requests.noMatch')}>
              <Button onClick={() => router.go(requestsPath({}))}>{words.t('requests.clear')}</Button>
            </EmptyState>
          ) : (
            <EmptyState icon={historyIcon} title={words.t('requests.none')} text={words.t('requests.noneText')}>
              <Button onClick={() => router.go('/developers')}>{words.t('tab.connect')}</Button>
            </EmptyState>
          )
        }
      >
        {(requests) => <RequestTable requests={requests} hasMore={list.hasMore} filter={filter} />}
      </Listed>
    </>
  )
}
