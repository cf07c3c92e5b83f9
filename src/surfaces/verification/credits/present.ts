import type { Balance } from './credits.ts'
import type { Credits, Usage } from './contract.ts'
import { boundsOf } from './month.ts'
import type { UsageRow } from './store.ts'

export function presentBalance({ held, limit, period, plan, remaining, used }: Balance): Credits {
  const { end, start } = boundsOf(period)
  return { plan, limit, used, held, remaining, period_start: start, period_end: end }
}

export function presentUsage(balance: Balance, rows: readonly UsageRow[]): Usage {
  return {
    ...presentBalance(balance),
    breakdown: sumBy(rows, ({ operation }) => operation).map(([operation, sum]) => ({ operation, ...sum })),
    daily_usage: sumBy(rows, ({ day }) => day).map(([date, sum]) => ({ date, ...sum })),
  }
}

function sumBy(rows: readonly UsageRow[], keyOf: (row: UsageRow) => string) {
  return [...Map.groupBy(rows, keyOf)].map(([key, some]) => {
    const credits = some.reduce((sum, row) => sum + row.credits, 0)
    const calls = some.reduce((sum, row) => sum + row.calls, 0)
    return [key, { credits, calls }] as const
  })
}
