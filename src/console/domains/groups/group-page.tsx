import { useSignal } from '@preact/signals'
import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { Icon, checksIcon, chevronLeftIcon } from '../../../ui/icons/index.ts'
import type { DmarcDomain, DomainGroup } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { CsvDownload, Loaded, ShowMore, usePages } from '../../parts/index.ts'
import { DomainTable } from '../list/domain-table.tsx'
import { words } from '../texts.ts'
import { DeleteGroup } from './delete-group.tsx'
import { GroupDomains } from './group-domains.tsx'
import { GroupForm } from './group-form.tsx'
import { GroupLinks } from './group-links.tsx'

const pageSize = 100

/** One group: its domains, the accounts that see them, and links for clients. */
export function GroupPage({ id }: { id: string }) {
  const { api } = useConsole()
  const latest = useLatest((signal) => api.value.get<DomainGroup>(`/dmarc/groups/${id}`, { signal }), [id])
  const isEditing = useSignal(false)
  return (
    <>
      <a class="row" href="/domains/groups">
        <Icon d={chevronLeftIcon} size={14} />
        {words.t('allGroups')}
      </a>
      <Loaded from={latest}>
        {(group) => (
          <>
            <header class="page-head">
              <h1>{group.name}</h1>
              <Button onClick={() => (isEditing.value = true)}>{words.t('editGroup')}</Button>
            </header>
            <p class="soft words">
              {group.members.length === 0
                ? words.t('everyoneText')
                : words.t('membersText', { members: group.members.join(', ') })}
            </p>
            <DomainsOf group={group} onChange={latest.reload} />
            <GroupLinks id={id} />
            <DeleteGroup group={group} />
            {isEditing.value ? (
              <GroupForm
                group={group}
                onClose={() => (isEditing.value = false)}
                onSaved={(saved) => {
                  isEditing.value = false
                  latest.change(saved)
                }}
              />
            ) : null}
          </>
        )}
      </Loaded>
    </>
  )
}

function DomainsOf({ group, onChange }: { group: DomainGroup; onChange: () => void }) {
  const isChoosing = useSignal(false)
  const query = { group: group.name, sort: 'volume' }
  const list = usePages<DmarcDomain>('/dmarc/domains', { ...query, limit: pageSize })
  const choose = <Button onClick={() => (isChoosing.value = true)}>{words.t('chooseDomains')}</Button>
  return (
    <Loaded from={list}>
      {(domains) => (
        <>
          {domains.length === 0 ? (
            <EmptyState icon={checksIcon} title={words.t('noGroupDomains')} text={words.t('noGroupDomainsText')}>
              {choose}
            </EmptyState>
          ) : (
            <section class="panel">
              <div class="panel-head">
                <h2>{words.t('title')}</h2>
                <span class="row">
                  <CsvDownload
                    path="/dmarc/domains"
                    query={query}
                    name={`${group.name}-domains`}
                    label={words.t('csv')}
                  />
                  {choose}
                </span>
              </div>
              <DomainTable domains={domains} hasMore={list.hasMore} />
              <ShowMore of={list} />
            </section>
          )}
          {isChoosing.value ? (
            <GroupDomains
              name={group.name}
              onClose={() => (isChoosing.value = false)}
              onSaved={() => {
                isChoosing.value = false
                list.reload()
                onChange()
              }}
            />
          ) : null}
        </>
      )}
    </Loaded>
  )
}
