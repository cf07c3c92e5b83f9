/** Conditions of the last reported day against the week before it. */
import { selectDays } from '../../analytics/index.ts'
import { dayOf, printDay } from '../../days.ts'
import type { DayTotal } from '../../reports/index.ts'
import { type Condition, type ConditionInput, medianOf, printPercent } from './condition.ts'

/** Reports about a day arrive for two days; an older one is no news. */
const maxAgeDays = 3
const weekDays = 7
/** Fewer days before have no usual value. */
const minDays = 3

interface Comparison {
  readonly last: DayTotal
  readonly before: readonly DayTotal[]
}

async function compareDays({ db, domain, nowMs, thresholds }: ConditionInput): Promise<Comparison | undefined> {
  const today = dayOf(nowMs)
  const range = { fromDay: today - maxAgeDays - weekDays, toDay: today - 1 }
  const days = (await selectDays(db, domain.no, range)).filter(({ messages }) => messages >= thresholds.min_messages)
  const last = days.at(-1)
  if (last === undefined || last.day < today - maxAgeDays) return undefined
  const before = days.filter(({ day }) => day < last.day && day >= last.day - weekDays)
  return before.length < minDays ? undefined : { last, before }
}

export async function findComplianceDrop(input: ConditionInput): Promise<Condition[]> {
  const days = await compareDays(input)
  if (days === undefined) return []
  const rateOf = ({ compliant, messages }: DayTotal) => compliant / messages
  const [compliance, median] = [rateOf(days.last), medianOf(days.before.map(rateOf))]
  if ((median - compliance) * 100 < input.thresholds.drop_points) return []
  const day = printDay(days.last.day)
  const { compliant, messages } = days.last
  return [
    {
      trigger: 'compliance_drop',
      key: '',
      severity: 'critical',
      summary:
        `Compliance of ${input.domain.domain} fell to ${printPercent(compliance)} on ${day}; the median of the week ` +
        `before is ${printPercent(median)}.`,
      facts: { day, messages, failing: messages - compliant, compliance: rounded(compliance), median: rounded(median) },
    },
  ]
}

export async function findVolumeSpike(input: ConditionInput): Promise<Condition[]> {
  const days = await compareDays(input)
  if (days === undefined) return []
  const { compliant, day: last, messages } = days.last
  const median = medianOf(days.before.map((each) => each.messages))
  if (messages < median * input.thresholds.spike_factor) return []
  const day = printDay(last)
  return [
    {
      trigger: 'volume_spike',
      key: '',
      severity: compliant * 2 < messages ? 'critical' : 'warning',
      summary: `${messages} messages in the name of ${input.domain.domain} on ${day}; the median of the week before is ${median}.`,
      facts: { day, messages, compliant, median },
    },
  ]
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000
}
