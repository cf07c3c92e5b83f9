import type { VerificationFeedbackSummary } from '../../api/index.ts'
import { Table } from '../../parts/index.ts'
import { type Counts, type VerdictCounts, arrivedShare, byVerdict, outcomes, totalOf } from './outcomes.ts'
import { words } from './words.ts'

const percent = { style: 'percent', maximumFractionDigits: 1 } as const

/** What happened to mail, by verdict as bars and as a table, and by reason. */
export function Agreement({ summary }: { summary: VerificationFeedbackSummary }) {
  const verdicts = byVerdict(summary)
  const reasons = summary.data.filter(({ sub_status: reason }) => reason !== null)
  const columns = [
    ...outcomes.map((outcome) => ({ number: words.t(`outcome.${outcome}`) })),
    { number: words.t('arrived') },
  ]
  return (
    <>
      <section class="panel">
        <h2>{words.t('title')}</h2>
        <p class="soft">
          {words.t('summary', { count: summary.mailboxes })} <Conclusion verdicts={verdicts} />
        </p>
        <ul class="chart-keys" aria-hidden="true">
          {outcomes.map((outcome) => (
            <li key={outcome}>
              <span class={`chart-key outcome-${outcome}`} />
              {words.t(`outcome.${outcome}`)}
            </li>
          ))}
        </ul>
      </section>
      <Table label={words.t('title')} columns={[words.t('verdict'), words.t('shares'), ...columns]}>
        {verdicts.map((counts) => (
          <tr key={counts.verdict}>
            <th scope="row" class="day">
              {words.t(`verdict.${counts.verdict}`)}
            </th>
            <td class="outcome-cell" aria-hidden="true">
              <OutcomeBar counts={counts} />
            </td>
            <Numbers counts={counts} />
          </tr>
        ))}
      </Table>
      <h2>{words.t('reasons')}</h2>
      {reasons.length === 0 ? (
        <p class="soft">{words.t('noReasons')}</p>
      ) : (
        <Table label={words.t('reasons')} columns={[words.t('reason'), words.t('verdict'), ...columns]}>
          {reasons.map(({ reachable, sub_status: reason, ...counts }) => (
            <tr key={reason}>
              <th scope="row">
                <code>{reason}</code>
              </th>
              <td class="day">{reachable === null ? null : words.wordFor('verdict', reachable)}</td>
              <Numbers counts={counts} />
            </tr>
          ))}
        </Table>
      )}
    </>
  )
}

function Conclusion({ verdicts }: { verdicts: readonly VerdictCounts[] }) {
  const [safe, invalid] = (['safe', 'invalid'] as const).map((each) => verdicts.find(({ verdict }) => verdict === each))
  return (
    <>
      {safe === undefined ? null : words.t('right.safe', { share: words.number(arrivedShare(safe), percent) })}{' '}
      {invalid === undefined
        ? null
        : words.t('right.invalid', { share: words.number(1 - arrivedShare(invalid), percent) })}
    </>
  )
}

const width = 1000

function OutcomeBar({ counts }: { counts: Counts }) {
  const total = totalOf(counts)
  const before = (index: number) => outcomes.slice(0, index).reduce((sum, outcome) => sum + counts[outcome], 0)
  return (
    <svg class="shares outcome-bar" viewBox={`0 0 ${width} 20`} preserveAspectRatio="none" focusable="false">
      {outcomes.map((outcome, index) => (
        <rect
          key={outcome}
          class={`outcome-${outcome}`}
          x={(before(index) / total) * width}
          width={(counts[outcome] / total) * width}
          height={20}
        />
      ))}
    </svg>
  )
}

function Numbers({ counts }: { counts: Counts }) {
  return (
    <>
      {outcomes.map((outcome) => (
        <td key={outcome} class="number">
          {words.number(counts[outcome])}
        </td>
      ))}
      <td class="number">{words.number(arrivedShare(counts), percent)}</td>
    </>
  )
}
