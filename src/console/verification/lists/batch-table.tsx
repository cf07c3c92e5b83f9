import type { Batch } from '../../api/index.ts'
import { Table } from '../../parts/index.ts'
import { words } from '../words.ts'
import { verdicts } from './verdicts.ts'

export function BatchTable({ batches }: { batches: readonly Batch[] }) {
  return (
    <Table
      label={words.t('lists.all')}
      columns={[
        words.t('lists.created'),
        words.t('lists.status'),
        { number: words.t('lists.addresses') },
        { number: words.t('lists.credits') },
        ...verdicts.map((verdict) => ({ number: words.wordFor('verdict', verdict) })),
      ]}
    >
      {batches.map((batch) => (
        <tr key={batch.job_id}>
          <th scope="row">
            <a href={`/verification/lists/${batch.job_id}`}>{words.dateTime(new Date(batch.created_at))}</a>
          </th>
          <td>
            <span class={`badge badge-${batch.status}`}>{words.wordFor('status', batch.status)}</span>
          </td>
          <td class="number">{words.number(batch.progress.total)}</td>
          <td class="number">{words.number(batch.credits_used)}</td>
          {verdicts.map((verdict) => (
            <td key={verdict} class="number">
              {words.number(batch.summary[verdict])}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}
