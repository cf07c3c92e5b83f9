import { useSignal } from '@preact/signals'
import { EmptyState, SegmentedControl } from '../../../ui/controls/index.ts'
import { checksIcon } from '../../../ui/icons/index.ts'
import type { DmarcAnalytics, DmarcDomain, PolicyReplay } from '../../api/index.ts'
import { DayBars } from '../../charts/day-bars.tsx'
import { everyDay } from '../../charts/every-day.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { Figure, Figures, Loaded } from '../../parts/index.ts'
import { RangeSelect, useRange } from '../range.tsx'
import { words } from '../texts.ts'
import { Advice, Blockers } from './advice.tsx'
import { LostSources } from './lost-sources.tsx'

const policies = ['quarantine', 'reject'] as const

/** What a policy would have cost in the mail that was reported. */
export function Policy({ domain: { id } }: { domain: DmarcDomain }) {
  const { api } = useConsole()
  const policy = useSignal<(typeof policies)[number]>('reject')
  const days = useRange()
  const latest = useLatest(
    (signal) =>
      Promise.all([
        api.value.get<PolicyReplay>(`/dmarc/domains/${id}/replay`, {
          query: { days, policy: policy.value },
          signal,
        }),
        api.value.get<DmarcAnalytics>(`/dmarc/domains/${id}/analytics`, { query: { days }, signal }),
      ]),
    [id, days, policy.value],
  )
  return (
    <>
      <div class="panel-head">
        <h2>{words.t('replayTitle')}</h2>
        <div class="row policy-range">
          <SegmentedControl
            label={words.t('policy')}
            value={policy.value}
            segments={policies.map((value) => ({ value, label: `p=${value}` }))}
            onChange={(value) => (policy.value = value)}
          />
          <RangeSelect />
        </div>
      </div>
      <p class="soft words">{words.t('replayText')}</p>
      <Loaded from={latest}>
        {([replay, { advice }]) =>
          replay.messages === 0 ? (
            <EmptyState icon={checksIcon} title={words.t('noMail')} text={words.t('noMailText')}>
              <a href={`/domains/${id}/reports`}>{words.t('upload')}</a>
            </EmptyState>
          ) : (
            <>
              <Replay replay={replay} />
              <Advice advice={advice} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function Replay({ replay }: { replay: PolicyReplay }) {
  const { blockers, days, lost, messages, policy } = replay
  const { by_class: byClass } = lost
  return (
    <>
      <p class="words">{words.t('lostWords', { daily: words.number(lost.per_day), lost: lost.messages, messages })}</p>
      <Figures>
        <Figure label={words.t('lostOwn')} value={words.number(byClass.own)} />
        <Figure label={words.t('lostForwarder')} value={words.number(byClass.forwarder)} />
        <Figure label={words.t('lostUnknown')} value={words.number(byClass.unknown)} />
        <Figure label={words.t('lostThreat')} value={words.number(byClass.threat)} />
      </Figures>
      <section class="panel">
        <DayBars
          label={words.t('replayLabel', { policy: policy.policy })}
          words={words}
          texts={{ day: words.t('day'), table: words.t('table') }}
          series={[
            { label: words.t('lostOwn'), tone: 'bad', total: byClass.own },
            { label: words.t('lostForwarder'), tone: 'warn', total: byClass.forwarder },
            { label: words.t('lostUnknown'), tone: 'soft', total: byClass.unknown },
            { label: words.t('lostThreat'), tone: 'good', total: byClass.threat },
          ]}
          days={everyDay(
            replay.from,
            replay.to,
            days.map(({ day, lost: each }) => ({
              day,
              values: [each.own, each.forwarder, each.unknown, each.threat],
            })),
          )}
        />
      </section>
      <section class="panel">
        <h2>{words.t('blockers')}</h2>
        {blockers.length === 0 ? <p>{words.t('noBlockers')}</p> : <Blockers blockers={blockers} />}
      </section>
      <LostSources replay={replay} />
    </>
  )
}
