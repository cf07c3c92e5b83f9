import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { Select } from '../../../ui/fields/index.ts'
import type { Batch, VerificationResult } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { LongTable } from '../../long/index.ts'
import { useCall } from '../../parts/index.ts'
import { reasonOf } from '../address/verdict.tsx'
import { words } from '../words.ts'
import { isFinished } from './use-batch.ts'
import { verdicts } from './verdicts.ts'

/** Max rows that the page holds. */
const maxRows = 10_000

/** An address as often as it was submitted, each with its position. */
interface BatchRow extends Pick<VerificationResult, 'email' | 'reachable' | 'score' | 'suggestion'> {
  position: number
  reason: string
  provider: VerificationResult['mx']['provider']
}

interface Shown {
  rows: readonly BatchRow[]
  isComplete: boolean
}

/** The results as a table, once a person asks for it; by verdict. */
export function BatchRows({ batch }: { batch: Batch }) {
  const { api } = useConsole()
  const call = useCall<Shown>()
  const verdict = useSignal('')
  const isRunning = !isFinished(batch)
  const show = () =>
    call.run(async (signal) => {
      const category = verdict.peek()
      const query = {
        format: 'ndjson',
        ...(category === '' ? {} : { category }),
        ...(isRunning ? { partial: true } : {}),
      }
      const rows: BatchRow[] = []
      const results = api
        .peek()
        .readRows<VerificationResult>(`/verify/batch/${batch.job_id}/download`, { query, signal })
      for await (const result of results) {
        if (rows.length === maxRows) return { rows, isComplete: false }
        const { email, mx, reachable, score, suggestion } = result
        const row = { email, reachable, score, suggestion, provider: mx.provider, reason: reasonOf(result) }
        rows.push({ ...row, position: rows.length })
      }
      return { rows, isComplete: true }
    })
  const { result } = call
  const isShown = result !== undefined
  return (
    <section class="panel">
      <div class="panel-row lists-head">
        <h3>{words.t('batch.rows')}</h3>
        {isShown ? (
          <Select
            label={words.t('batch.verdict')}
            value={verdict.value}
            options={[
              { value: '', label: words.t('batch.anyVerdict') },
              ...verdicts.map((value) => ({ value, label: words.wordFor('verdict', value) })),
            ]}
            onChange={(value) => {
              verdict.value = value
              show()
            }}
          />
        ) : null}
        {isShown && !isRunning ? null : (
          <Button busy={call.isBusy} onClick={show}>
            {words.t(isShown ? 'batch.rowsAgain' : 'batch.showRows')}
          </Button>
        )}
      </div>
      {isShown ? <ResultTable {...result} verdict={verdict.value} /> : null}
    </section>
  )
}

function ResultTable({ isComplete, rows, verdict }: Shown & { verdict: string }) {
  if (rows.length === 0) return <p class="soft">{words.t(verdict === '' ? 'batch.rowsNoneYet' : 'batch.rowsNone')}</p>
  return (
    <>
      {isComplete ? null : <p role="status">{words.t('batch.rowsPartial', { count: rows.length })}</p>}
      <LongTable
        label={words.t('batch.rows')}
        columns={[
          words.t('batch.address'),
          words.t('batch.verdict'),
          { number: words.t('batch.score') },
          words.t('batch.reason'),
          words.t('batch.suggestion'),
          words.t('batch.provider'),
        ]}
        items={rows}
        hasMore={false}
        keyOf={({ position }) => String(position)}
        textOf={({ email, provider, reachable, reason, suggestion }) =>
          [email, words.wordFor('verdict', reachable), reason, suggestion, provider].join(' ')
        }
      >
        {({ email, provider, reachable, reason, score, suggestion }, row) => (
          <tr {...row}>
            <th scope="row">{email}</th>
            <td class="day">
              <span class={`share-dot share-${reachable}`} /> {words.wordFor('verdict', reachable)}
            </td>
            <td class="number">{words.number(score)}</td>
            <td class="row-reason">{reason}</td>
            <td>{suggestion}</td>
            <td>{provider}</td>
          </tr>
        )}
      </LongTable>
    </>
  )
}
