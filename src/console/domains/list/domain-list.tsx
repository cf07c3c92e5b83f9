import { useSignal } from '@preact/signals'
import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { checksIcon, plusIcon } from '../../../ui/icons/index.ts'
import type { DmarcDomainPage } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { Loaded } from '../../parts/index.ts'
import { words } from '../texts.ts'
import { AddDomain } from './add-domain.tsx'
import { DomainTable } from './domain-table.tsx'
import { Mailboxes } from './mailboxes.tsx'

const step = 100

/** The domains of the project with the largest volume first. */
export function DomainList() {
  const { api, router } = useConsole()
  const isAdding = useSignal(router.url.value.query.has('new'))
  const pages = useSignal(1)
  const list = useLatest(
    async (signal) => {
      const shown: DmarcDomainPage['data'] = []
      let cursor: string | undefined
      for (let page = 0; page < pages.value; page++) {
        const query = { sort: 'volume', limit: step, cursor }
        const next = await api.value.get<DmarcDomainPage>('/dmarc/domains', { query, signal })
        shown.push(...next.data)
        cursor = next.page.next_cursor ?? undefined
        if (cursor === undefined) break
      }
      return { domains: shown, hasMore: cursor !== undefined }
    },
    [pages.value],
  )
  const add = (
    <Button variant="primary" icon={plusIcon} onClick={() => (isAdding.value = true)}>
      {words.t('add')}
    </Button>
  )
  return (
    <>
      <header class="page-head">
        <h1>{words.t('title')}</h1>
        {(list.value?.domains.length ?? 0) > 0 ? (
          <span class="row">
            <a href="/domains/groups">{words.t('groups')}</a>
            {add}
          </span>
        ) : null}
      </header>
      <Loaded from={list}>
        {({ domains, hasMore }) =>
          domains.length === 0 ? (
            <EmptyState icon={checksIcon} title={words.t('none')} text={words.t('noneText')}>
              {add}
            </EmptyState>
          ) : (
            <section class="panel">
              <DomainTable domains={domains} />
              {hasMore ? <Button onClick={() => (pages.value += 1)}>{words.t('more')}</Button> : null}
            </section>
          )
        }
      </Loaded>
      <Mailboxes />
      {isAdding.value ? <AddDomain onClose={() => (isAdding.value = false)} /> : null}
    </>
  )
}
