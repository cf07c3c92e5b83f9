import { Button } from '../../../ui/controls/index.ts'
import { LongTable } from '../../long/index.ts'
import { printTime } from '../times.ts'
import type { AuditEntry } from '../resources.ts'
import { words } from '../words.ts'
import { auditPath } from './filter.ts'

interface AuditTableProps {
  entries: readonly AuditEntry[]
  hasMore: boolean
  onOpen: (entry: AuditEntry) => void
}

export function AuditTable({ entries, hasMore, onOpen }: AuditTableProps) {
  return (
    <LongTable
      label={words.t('tab.audit')}
      columns={[words.t('time'), words.t('action'), words.t('actor'), words.t('target'), words.t('ip')]}
      hasActions
      items={entries}
      hasMore={hasMore}
      keyOf={({ id }) => id}
      textOf={({ action, actor, ip, target }) => [action, actor.name, actor.id, target, ip].join(' ')}
    >
      {(entry, row) => (
        <tr {...row}>
          <th scope="row" class="day">
            {printTime(entry.at)}
          </th>
          <td>
            <a class="audit-link" href={auditPath({ action: entry.action })}>
              {entry.action}
            </a>
          </td>
          <td>
            <Actor actor={entry.actor} />
          </td>
          <td class="audit-id">
            {entry.target === null ? null : (
              <a class="audit-link" href={auditPath({ target: entry.target })}>
                {entry.target}
              </a>
            )}
          </td>
          <td>{entry.ip}</td>
          <td class="number">
            <Button dense onClick={() => onOpen(entry)}>
              {words.t('details')}
            </Button>
          </td>
        </tr>
      )}
    </LongTable>
  )
}

function Actor({ actor: { id, kind, name } }: Pick<AuditEntry, 'actor'>) {
  if (kind === 'system' || id === '') return <>{words.wordFor('actor', kind)}</>
  return (
    <a class="audit-link" href={auditPath({ actor_id: id })} dir="auto">
      {name ?? `${words.wordFor('actor', kind)} ${id.slice(0, 12)}…`}
    </a>
  )
}
