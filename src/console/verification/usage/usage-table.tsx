import type { CreditUsage } from '../../api/index.ts'
import { words } from '../words.ts'

export function UsageTable({ operations }: { operations: CreditUsage['breakdown'] }) {
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">{words.t('usage.operation')}</th>
          <th scope="col" class="number">
            {words.t('usage.calls')}
          </th>
          <th scope="col" class="number">
            {words.t('usage.credits')}
          </th>
        </tr>
      </thead>
      <tbody>
        {operations.map(({ calls, credits, operation }) => (
          <tr key={operation}>
            <th scope="row">{operation}</th>
            <td class="number">{words.number(calls)}</td>
            <td class="number">{words.number(credits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
