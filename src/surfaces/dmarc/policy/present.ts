import type { Advice, Blocker, Replay } from '../../../deliverability/policy/index.ts'
import { printDay } from '../days.ts'
import type { DayRange } from '../range.ts'
import type { PolicyAdvice, PolicyReplay } from './contract.ts'

const maxSources = 200
const maxBlockers = 100

export function presentReplay(replay: Replay, blockers: readonly Blocker[], range: DayRange): PolicyReplay {
  const { policy } = replay
  return {
    from: printDay(range.fromDay),
    to: printDay(range.toDay),
    policy: {
      policy: policy.p,
      subdomain_policy: policy.sp,
      nonexistent_policy: policy.np,
      testing: policy.isTesting,
      percent: policy.percent,
    },
    messages: replay.messages,
    compliant: replay.compliant,
    by_class: { ...replay.mailByClass },
    lost: impactOf(replay),
    spared: replay.spared,
    unused_subdomains: replay.unusedSubdomains,
    sources: replay.sources.slice(0, maxSources).map((each) => ({
      source: each.name,
      class: each.class,
      ips: each.ips.length,
      messages: each.messages,
      compliant: each.compliant,
      lost: each.lost,
      lost_per_day: perDay(each.lost, replay.days),
      evidence: each.evidence.map(({ code, detail, supports }) => ({ code, supports, detail })),
    })),
    sources_total: replay.sources.length,
    blockers: blockers.slice(0, maxBlockers).map((each) => presentBlocker(each, replay.days)),
    days: replay.daily.map(({ day, lost }) => ({ day: printDay(day), lost: { ...lost } })),
  }
}

export function presentAdvice({ blockers, impact, nextRecord, reasons, verdict }: Advice): PolicyAdvice {
  return {
    verdict,
    reasons: [...reasons],
    blockers: blockers.slice(0, maxBlockers).map((each) => presentBlocker(each, impact.days)),
    impact: { policy: impact.policy.p === 'reject' ? 'reject' : 'quarantine', ...impactOf(impact) },
    next_record: nextRecord,
  }
}

function presentBlocker({ remedy, source }: Blocker, days: number): PolicyAdvice['blockers'][number] {
  return {
    source: source.name,
    class: source.class,
    lost: source.lost,
    lost_per_day: perDay(source.lost, days),
    aligned_rate: source.messages === 0 ? 0 : source.compliant / source.messages,
    remedy: { ...remedy },
  }
}

function impactOf({ days, lost }: Replay) {
  const { byClass, messages, quarantined, rejected } = lost
  return { messages, per_day: perDay(messages, days), quarantined, rejected, by_class: { ...byClass } }
}

/** With one decimal. */
function perDay(messages: number, days: number): number {
  return Math.round((10 * messages) / days) / 10
}
