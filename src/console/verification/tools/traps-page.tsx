import type { SpamTrapAnalysis } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { Table, useCall } from '../../parts/index.ts'
import { ToolForm } from '../tool-form.tsx'
import { words } from '../words.ts'

/** The risk that an address is a spam trap, by its signals. */
export function TrapsPage() {
  const { api } = useConsole()
  const call = useCall<SpamTrapAnalysis>()
  return (
    <>
      <ToolForm
        label={words.t('email')}
        intro={words.t('traps.intro')}
        placeholder="anna@example.com"
        isBusy={call.isBusy}
        onCheck={(email) =>
          call.run((signal) => api.value.post<SpamTrapAnalysis>('/tools/spam-trap-analysis', { email }, { signal }))
        }
      />
      <div aria-live="polite" aria-busy={call.isBusy}>
        {call.result === undefined ? null : <Risk analysis={call.result} />}
      </div>
    </>
  )
}

function Risk({
  analysis: { confidence, credits_used: credits, email, risk_level: level, score, signals },
}: {
  analysis: SpamTrapAnalysis
}) {
  const share = words.number(confidence, { style: 'percent' })
  return (
    <section class="panel">
      <p class="verdict-email" dir="ltr">
        {email}
      </p>
      <h2>{words.wordFor('traps', level)}</h2>
      <p class="soft">
        {words.t('traps.score', { score, confidence: share })} {words.t('result.credits', { count: credits })}.
      </p>
      {signals.length === 0 ? (
        <p>{words.t('traps.none')}</p>
      ) : (
        <Table columns={[words.t('traps.signal'), { number: words.t('traps.weight') }]}>
          {signals.map(({ meaning, signal, weight }) => (
            <tr key={signal}>
              <td>{meaning}</td>
              <td class="number">{words.number(weight, { signDisplay: 'exceptZero' })}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
