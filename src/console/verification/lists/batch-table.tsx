import type { Batch } from '../../api/index.ts'
import { words } from '../words.ts'
import { verdicts } from './verdicts.ts'

export function BatchTable({ batches }: { batches: readonly Batch[] }) {
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label={words.t('lists.all')}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{words.t('lists.created')}</th>
            <th scope="col">{words.t('lists.status')}</th>
            {['addresses' as const, 'credits' as const].map((column) => (
              <th key={column} scope="col" class="number">
                {words.t(`lists.${column}`)}
              </th>
            ))}
            {verdicts.map((verdict) => (
              <th key={verdict} scope="col" class="number">
                {words.wordFor('verdict', verdict)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </div>
  )
}
