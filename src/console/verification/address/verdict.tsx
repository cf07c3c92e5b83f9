import { Button } from '../../../ui/controls/index.ts'
import type { VerificationResult } from '../../api/index.ts'
import { Table } from '../../parts/index.ts'
import { words } from '../words.ts'
import { Evidence } from './evidence.tsx'
import { MailboxFacts } from './mailbox-facts.tsx'

interface VerdictProps {
  result: VerificationResult
  /** Checks the suggested email address. */
  onSuggestion: (email: string) => void
}

/** The verdict in words: reason, advice, evidence. */
export function Verdict({ result, onSuggestion }: VerdictProps) {
  const { email, reachable, retry_after: retryAfter, score, suggestion } = result
  return (
    <div class="verdict-page">
      <section class={`panel verdict verdict-${reachable}`}>
        <p class="verdict-email" dir="ltr">
          {email}
        </p>
        <h2>{words.wordFor('verdict', reachable)}</h2>
        <p>{reasonOf(result)}</p>
        <p>{words.wordFor('advice', reachable)}</p>
        {retryAfter === undefined ? null : <p>{words.t('advice.retry', { count: retryAfter })}</p>}
        {suggestion === undefined ? null : (
          <div>
            <Button onClick={() => onSuggestion(suggestion)}>
              {words.t('advice.suggestion', { email: suggestion })}
            </Button>
          </div>
        )}
        <meter
          class="verdict-score"
          min={0}
          low={20}
          high={80}
          optimum={100}
          max={100}
          value={score}
          aria-label={words.t('result.score', { score })}
        />
        <p class="soft">
          {words.t('result.score', { score })} · {words.t('result.credits', { count: result.credits_used })}
          {result.cached ? ` · ${words.t('result.cached')}` : ''}
        </p>
      </section>
      <Evidence steps={result.evidence} />
      <MailboxFacts result={result} />
      <section class="panel">
        <h3>{words.t('result.points')}</h3>
        <Table columns={[words.t('col.reason'), { number: words.t('col.points') }]}>
          {result.score_breakdown.map(({ points, reason, term }) => (
            <tr key={term}>
              <td>{reason}</td>
              <td class="number">{words.number(points, { signDisplay: 'exceptZero' })}</td>
            </tr>
          ))}
        </Table>
      </section>
    </div>
  )
}

// The score starts with the reason of the verdict.
export function reasonOf({ score_breakdown: points, sub_status: status }: VerificationResult): string {
  return points.find(({ term }) => term === status)?.reason ?? points[0]?.reason ?? status
}
