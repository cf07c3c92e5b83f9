import { type Static, Type } from '@sinclair/typebox'
import { Instant, Nullable, closed, literals } from '../../../kernel/schema/index.ts'

const Count = Type.Integer({ minimum: 0 })

const account = {
  plan: literals(['free', 'pro', 'business', 'enterprise']),
  limit: Nullable(Type.Integer({ minimum: 0, description: 'Monthly credits of the plan; null without a limit.' })),
  used: Type.Integer({ minimum: 0, description: 'Spent or set aside by all projects of the company.' }),
  held: Type.Integer({
    minimum: 0,
    description: 'Part of `used` that is reserved for unfinished calls and batches; unused credits are returned.',
  }),
  remaining: Nullable(Count),
  period_start: Instant,
  period_end: { ...Instant, description: 'When the count begins anew.' },
}

const example = {
  plan: 'pro',
  limit: 250,
  used: 12,
  held: 0,
  remaining: 238,
  period_start: '2026-11-01T00:00:00.000Z',
  period_end: '2026-12-01T00:00:00.000Z',
}

export const Credits = closed(account, { title: 'Credits', examples: [example] })
export type Credits = Static<typeof Credits>

const Operation = Type.String({ description: 'The operation, such as verify or batch.', examples: ['verify'] })

export const Usage = closed(
  {
    ...account,
    breakdown: Type.Array(closed({ operation: Operation, credits: Count, calls: Count }), {
      description: 'Credits that this project spent in the month, by operation. Free calls are counted too.',
    }),
    daily_usage: Type.Array(closed({ date: Type.String({ format: 'date' }), credits: Count, calls: Count }), {
      description: 'The same by day; days without calls are omitted.',
    }),
  },
  {
    title: 'CreditUsage',
    examples: [
      {
        ...example,
        breakdown: [{ operation: 'verify', credits: 12, calls: 15 }],
        daily_usage: [{ date: '2026-11-21', credits: 12, calls: 15 }],
      },
    ],
  },
)
export type Usage = Static<typeof Usage>

export const UsageQuery = closed({
  month: Type.Optional(
    Type.String({
      pattern: '^20[0-9]{2}-(?:0[1-9]|1[0-2])$',
      description: 'Another month than this one, in UTC.',
      examples: ['2026-11'],
    }),
  ),
})
export type UsageQuery = Static<typeof UsageQuery>
