import { useSignal } from '@preact/signals'
import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { checksIcon, plusIcon } from '../../../ui/icons/index.ts'
import type { DmarcDomain } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { CsvDownload, Loaded, ShowMore, usePages } from '../../parts/index.ts'
import { words } from '../texts.ts'
import { AddDomain } from './add-domain.tsx'
import { DomainTable } from './domain-table.tsx'
import { Mailboxes } from '../mailboxes/mailboxes.tsx'

const pageSize = 100

/** The domains of the project with the largest volume first. */
export function DomainList() {
  const { router } = useConsole()
  const isAdding = useSignal(router.url.value.query.has('new'))
  const list = usePages<DmarcDomain>('/dmarc/domains', { sort: 'volume', limit: pageSize })
  const add = (
    <Button variant="primary" icon={plusIcon} onClick={() => (isAdding.value = true)}>
      {words.t('add')}
    </Button>
  )
  return (
    <>
      <header class="page-head">
        <h1>{words.t('title')}</h1>
        {(list.value?.length ?? 0) > 0 ? (
          <span class="row">
            <a href="/domains/groups">{words.t('groups')}</a>
            <a href="/domains/quarantine">{words.t('otherReports')}</a>
            <CsvDownload path="/dmarc/domains" query={{ sort: 'volume' }} name="domains" label={words.t('csv')} />
            {add}
          </span>
        ) : null}
      </header>
      <Loaded from={list}>
        {(domains) =>
          domains.length === 0 ? (
            <EmptyState icon={checksIcon} title={words.t('none')} text={words.t('noneText')}>
              {add}
            </EmptyState>
          ) : (
            <>
              <DomainTable domains={domains} hasMore={list.hasMore} />
              <ShowMore of={list} />
            </>
          )
        }
      </Loaded>
      <Mailboxes />
      {isAdding.value ? (
        <AddDomain name={router.url.value.query.get('new') ?? ''} onClose={() => (isAdding.value = false)} />
      ) : null}
    </>
  )
}
