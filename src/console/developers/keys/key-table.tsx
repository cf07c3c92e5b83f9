import { Button } from '../../../ui/controls/index.ts'
import type { ApiKey } from '../../api/index.ts'
import { Table } from '../../parts/index.ts'
import { words } from '../words.ts'

interface KeyTableProps {
  keys: readonly ApiKey[]
  onRotate: (key: ApiKey) => void
  onRevoke: (key: ApiKey) => void
}

const columns = ['name', 'keys.prefix', 'keys.scopes', 'keys.used', 'keys.expires'] as const

export function KeyTable({ keys, onRotate, onRevoke }: KeyTableProps) {
  return (
    <Table label={words.t('tab.keys')} columns={columns.map((column) => words.t(column))} hasActions>
      {keys.map((key) => (
        <tr key={key.id}>
          <th scope="row">{key.name}</th>
          <td>
            <code>{key.prefix}…</code>
          </td>
          <td>{key.scopes.includes('admin') ? words.t('keys.admin') : key.scopes.join(', ')}</td>
          <td>{printDate(key.last_used_at)}</td>
          <td>{printDate(key.expires_at)}</td>
          <td class="number">
            <Button dense onClick={() => onRotate(key)}>
              {words.t('keys.rotate')}
            </Button>{' '}
            <Button dense onClick={() => onRevoke(key)}>
              {words.t('keys.revoke')}
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  )
}

function printDate(instant: string | undefined): string {
  return instant === undefined ? words.t('keys.never') : words.dateTime(new Date(instant))
}
