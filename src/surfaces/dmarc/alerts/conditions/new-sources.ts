import { dayOf, printDay } from '../../days.ts'
import { selectClasses, selectSourceDays } from '../../sources/index.ts'
import type { Condition, ConditionInput } from './condition.ts'

const recentDays = 7
const earlierDays = 30

/**
 * Sources that sent in the last week, and not in the 30 days before. Without messages in those days everything would be
 * new, so nothing is. A source that was classified by hand is known.
 */
export async function findNewSources({ db, domain, nowMs, thresholds }: ConditionInput): Promise<Condition[]> {
  const today = dayOf(nowMs)
  const recentFrom = today - recentDays + 1
  const range = { fromDay: recentFrom - earlierDays, toDay: today }
  const [days, classes] = await Promise.all([selectSourceDays(db, domain.no, range), selectClasses(db, domain.no)])
  const earlier = new Set(days.filter(({ day }) => day < recentFrom).map(({ name }) => name))
  if (earlier.size === 0) return []
  const recent = new Map<string, { messages: number; firstDay: number }>()
  for (const { day, messages, name } of days) {
    if (day < recentFrom || earlier.has(name) || classes.has(name)) continue
    const before = recent.get(name) ?? { messages: 0, firstDay: day }
    recent.set(name, { messages: before.messages + messages, firstDay: Math.min(before.firstDay, day) })
  }
  return [...recent]
    .filter(([, { messages }]) => messages >= thresholds.min_messages)
    .toSorted(([, a], [, b]) => b.messages - a.messages)
    .map(([name, { firstDay, messages }]) => ({
      trigger: 'new_source',
      key: name,
      severity: 'warning',
      summary: `${name} sends in the name of ${domain.domain} since ${printDay(firstDay)}: ${messages} messages.`,
      facts: { source: name, first_day: printDay(firstDay), messages },
    }))
}
