import type { Batch } from '../../api/index.ts'
import { LongTable } from '../../long/index.ts'
import { words } from '../words.ts'
import { verdicts } from './verdicts.ts'

export function BatchTable({ batches, hasMore }: { batches: readonly Batch[]; hasMore: boolean }) {
  return (
    <LongTable
      label={words.t('lists.all')}
      columns={[
        words.t('lists.created'),
        words.t('lists.status'),
        { number: words.t('lists.addresses') },
        { number: words.t('lists.credits') },
        ...verdicts.map((verdict) => ({ number: words.wordFor('verdict', verdict) })),
      ]}
      items={batches}
      hasMore={hasMore}
      keyOf={({ job_id: id }) => id}
      textOf={(batch) =>
        [words.dateTime(new Date(batch.created_at)), words.wordFor('status', batch.status), batch.job_id].join(' ')
      }
    >
      {(batch, row) => (
        <tr {...row}>
          <th scope="row" class="day">
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
      )}
    </LongTable>
  )
}
