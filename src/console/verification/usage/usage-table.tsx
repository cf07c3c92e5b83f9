import type { CreditUsage } from '../../api/index.ts'
import { Table } from '../../parts/index.ts'
import { words } from '../words.ts'

export function UsageTable({ operations }: { operations: CreditUsage['breakdown'] }) {
  return (
    <Table
      columns={[words.t('usage.operation'), { number: words.t('usage.calls') }, { number: words.t('usage.credits') }]}
    >
      {operations.map(({ calls, credits, operation }) => (
        <tr key={operation}>
          <th scope="row">{words.wordFor('operation', operation)}</th>
          <td class="number">{words.number(calls)}</td>
          <td class="number">{words.number(credits)}</td>
        </tr>
      ))}
    </Table>
  )
}
