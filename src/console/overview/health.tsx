import type { ComponentChildren } from 'preact'
import { useConsole } from '../context.ts'
import type { Activity } from './use-activity.ts'

/** Share of mail below which a domain is named as a problem. */
const wantedCompliance = 0.95

/** Sentences about what needs attention, and about what is used. */
export function Health({ activity: { credits, domains = [], storage, webhooks = [] } }: { activity: Activity }) {
  const { words } = useConsole()
  const failing = webhooks.filter(({ enabled, failing_since: since }) => !enabled || since !== undefined)
  const weak = domains.filter(({ compliance_rate_30d: rate }) => rate !== null && rate < wantedCompliance)
  const good = domains.filter(({ compliance_rate_30d: rate }) => rate !== null && rate >= wantedCompliance)
  const percent = (rate: number | null) => words.number(rate ?? 0, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <section class="home-part">
      <h2>{words.t('home.health')}</h2>
      <ul class="home-health">
        {failing.map(({ id, url }) => (
          <Line key={id} tone="bad">
            {words.t('health.webhook')} <a href={`/developers/webhooks/${id}`}>{url}</a>
          </Line>
        ))}
        {weak.map(({ compliance_rate_30d: rate, domain, id }) => (
          <Line key={id} tone="warn">
            <a href={`/domains/${id}`}>{words.t('health.domain', { domain, rate: percent(rate) })}</a>
          </Line>
        ))}
        {good.length === 0 ? null : (
          <Line tone="good">
            <a href="/domains">{words.t('health.domains', { count: good.length })}</a>
          </Line>
        )}
        {failing.length === 0 && webhooks.length > 0 ? (
          <Line tone="good">
            <a href="/developers/webhooks">{words.t('health.webhooks', { count: webhooks.length })}</a>
          </Line>
        ) : null}
        {credits === undefined ? null : (
          <Line tone="soft">
            <a href="/verification/credits">
              {credits.remaining === null
                ? words.t('health.creditsUsed', { count: credits.used })
                : words.t('health.credits', { count: credits.remaining })}
            </a>
          </Line>
        )}
        {storage === undefined ? null : (
          <Line tone="soft">
            {words.t('health.storage', { count: storage.count, size: words.bytes(storage.bytes) })}
          </Line>
        )}
      </ul>
    </section>
  )
}

function Line({ tone, children }: { tone: 'good' | 'warn' | 'bad' | 'soft'; children: ComponentChildren }) {
  return (
    <li>
      <span class={`home-dot home-${tone}`} aria-hidden="true" />
      <span>{children}</span>
    </li>
  )
}
