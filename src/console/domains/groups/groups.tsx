import { useSignal } from '@preact/signals'
import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { Icon, blocksIcon, chevronLeftIcon, plusIcon } from '../../../ui/icons/index.ts'
import type { DomainGroup } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { CsvDownload, Loaded, ShowMore, Table, usePages } from '../../parts/index.ts'
import { words } from '../texts.ts'
import { GroupForm } from './group-form.tsx'

/** Groups of domains, such as one for each client. */
export function Groups() {
  const { router } = useConsole()
  const groups = usePages<DomainGroup>('/dmarc/groups', { limit: 100 })
  const isNew = useSignal(false)
  const add = (
    <Button variant="primary" icon={plusIcon} onClick={() => (isNew.value = true)}>
      {words.t('newGroup')}
    </Button>
  )
  return (
    <>
      <a class="row" href="/domains">
        <Icon d={chevronLeftIcon} size={14} />
        {words.t('back')}
      </a>
      <header class="page-head">
        <h1>{words.t('groups')}</h1>
        {(groups.value?.length ?? 0) > 0 ? (
          <span class="row">
            <CsvDownload path="/dmarc/groups" name="groups" label={words.t('csv')} />
            {add}
          </span>
        ) : null}
      </header>
      <Loaded from={groups}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={blocksIcon} title={words.t('noGroups')} text={words.t('noGroupsText')}>
              {add}
            </EmptyState>
          ) : (
            <>
              <GroupTable groups={list} />
              <ShowMore of={groups} />
            </>
          )
        }
      </Loaded>
      {isNew.value ? (
        <GroupForm onClose={() => (isNew.value = false)} onSaved={({ id }) => router.go(`/domains/groups/${id}`)} />
      ) : null}
    </>
  )
}

function GroupTable({ groups }: { groups: readonly DomainGroup[] }) {
  return (
    <Table label={words.t('groups')} columns={[words.t('group'), { number: words.t('title') }, words.t('members')]}>
      {groups.map(({ domains, id, members, name }) => (
        <tr key={id}>
          <td>
            <a href={`/domains/groups/${id}`}>{name}</a>
          </td>
          <td class="number">{words.number(domains)}</td>
          <td>{members.length === 0 ? words.t('everyone') : members.join(', ')}</td>
        </tr>
      ))}
    </Table>
  )
}
