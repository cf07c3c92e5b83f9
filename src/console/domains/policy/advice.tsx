import type { PolicyAdvice, PolicyBlocker } from '../../api/index.ts'
import { LabelledText } from '../../parts/index.ts'
import { wordFor, words } from '../texts.ts'

/** Which policy is safe next, and why. */
export function Advice({ advice, policyUrl }: { advice: PolicyAdvice; policyUrl?: string }) {
  const { blockers, next_record: next, reasons, verdict } = advice
  return (
    <section class="panel">
      <h2>
        {words.t('advice')}: {wordFor('verdict', verdict)}
      </h2>
      <ul class="words">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {policyUrl === undefined ? <Blockers blockers={blockers} /> : null}
      {next === null ? null : <LabelledText label={words.t('nextRecord')} text={next} />}
      {policyUrl === undefined ? null : <a href={policyUrl}>{words.t('openPolicy')}</a>}
    </section>
  )
}

export function Blockers({ blockers }: { blockers: readonly PolicyBlocker[] }) {
  return (
    <ul class="words">
      {blockers.map(({ lost_per_day: daily, remedy, source }) => (
        <li key={source}>
          <b>{words.t('blockerWords', { daily, source })}</b> {remedy.detail}
          {remedy.record === null ? null : <LabelledText label={remedy.record.name} text={remedy.record.value} />}
        </li>
      ))}
    </ul>
  )
}
