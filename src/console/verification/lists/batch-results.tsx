import type { BatchSummary } from '../../api/index.ts'
import { Table } from '../../parts/index.ts'
import { words } from '../words.ts'
import { verdicts } from './verdicts.ts'

const width = 1000

/** Shares of the verdicts as one bar, and as a table. */
export function BatchResults({ summary }: { summary: BatchSummary }) {
  const total = verdicts.reduce((sum, verdict) => sum + summary[verdict], 0)
  const scale = (value: number) => (total === 0 ? 0 : (value / total) * width)
  const before = (index: number) => verdicts.slice(0, index).reduce((sum, verdict) => sum + summary[verdict], 0)
  return (
    <section class="panel">
      <h3>{words.t('batch.results')}</h3>
      <svg class="shares" viewBox={`0 0 ${width} 20`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {verdicts.map((verdict, index) => (
          <rect
            key={verdict}
            class={`share-${verdict}`}
            x={scale(before(index))}
            width={scale(summary[verdict])}
            height={20}
          />
        ))}
      </svg>
      <Table
        columns={[words.t('batch.verdict'), { number: words.t('batch.count') }, { number: words.t('batch.share') }]}
      >
        {verdicts.map((verdict) => (
          <tr key={verdict}>
            <th scope="row">
              <span class={`share-dot share-${verdict}`} /> {words.wordFor('verdict', verdict)}
            </th>
            <td class="number">{words.number(summary[verdict])}</td>
            <td class="number">
              {words.number(total === 0 ? 0 : summary[verdict] / total, {
                style: 'percent',
                maximumFractionDigits: 1,
              })}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
