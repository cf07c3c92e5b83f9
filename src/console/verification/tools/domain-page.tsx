import type { InfrastructureCheck, InfrastructureFinding } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { CopyText, useCall } from '../../parts/index.ts'
import { ToolForm } from '../tool-form.tsx'
import { words } from '../words.ts'

/** The mail setup of a domain: what is wrong, why it matters, and the record to publish. */
export function DomainPage() {
  const { api } = useConsole()
  const call = useCall<InfrastructureCheck>()
  return (
    <>
      <ToolForm
        label={words.t('domain')}
        intro={words.t('domain.intro')}
        placeholder="example.com"
        isBusy={call.isBusy}
        onCheck={(domain) =>
          call.run((signal) =>
            api.value.post<InfrastructureCheck>('/tools/infrastructure-check', { domain }, { signal }),
          )
        }
      />
      <div aria-live="polite" aria-busy={call.isBusy}>
        {call.result === undefined ? null : <Setup check={call.result} />}
      </div>
    </>
  )
}

function Setup({
  check: { checks, credits_used: credits, domain, score, score_breakdown: points },
}: {
  check: InfrastructureCheck
}) {
  return (
    <div class="verdict-page">
      <section class="panel">
        <h2>{score === null ? words.t('domain.noScore', { domain }) : words.t('domain.score', { domain, score })}</h2>
        {score === null ? null : (
          <meter
            class="verdict-score"
            min={0}
            low={50}
            high={80}
            optimum={100}
            max={100}
            value={score}
            aria-label={words.t('result.score', { score })}
          />
        )}
        <p class="soft">{words.t('result.credits', { count: credits })}</p>
      </section>
      {Object.entries(checks).map(([name, check]) => {
        const earned = points.find((each) => each.check === name)
        return (
          <section key={name} class="panel">
            <div class="panel-row">
              <h3>{labelOf(name)}</h3>
              <span class={`badge badge-${check.state}`}>{words.wordFor('state', check.state)}</span>
              {earned === undefined ? null : (
                <small class="soft">{words.t('domain.points', { points: earned.points, of: earned.of })}</small>
              )}
            </div>
            <Findings findings={check.findings} />
          </section>
        )
      })}
    </div>
  )
}

// Protocols have names of their own: mta_sts is MTA-STS.
function labelOf(check: string): string {
  return check.toUpperCase().replace('_', '-')
}

function Findings({ findings }: { findings: readonly InfrastructureFinding[] }) {
  if (findings.length === 0) return <p class="soft">{words.t('domain.good')}</p>
  return (
    <ul class="findings">
      {findings.map(({ code, fix, message, publish, severity, why }, index) => (
        <li key={`${code} ${index}`}>
          <p>
            <b>{words.wordFor('severity', severity)}:</b> {message}
          </p>
          <p class="soft">{why}</p>
          {fix === undefined ? null : <p>{fix}</p>}
          {publish === undefined ? null : (
            <CopyText
              label={words.t('domain.publish', { type: publish.type, name: publish.name })}
              text={publish.value}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
