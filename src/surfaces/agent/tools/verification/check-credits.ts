import { Type } from '@sinclair/typebox'
import { Nullable, closed } from '../../../../kernel/schema/index.ts'
import { defineTool } from '../../tool.ts'
import { Count, pick } from '../pieces.ts'

export const checkCredits = defineTool({
  name: 'check_credits',
  title: 'Check credits',
  description: 'Plan, used and remaining verification credits of the month. Free.',
  toolset: 'verification',
  scope: 'verification',
  input: closed({}),
  output: Type.Object({
    plan: Type.String(),
    used: Count,
    remaining: Nullable(Count),
    period_end: Type.String(),
  }),
  async run(_, { api, signal }) {
    const credits = await api.json('GET', '/account/credits', { signal })
    const { limit, remaining } = credits
    return {
      summary:
        remaining === null ? 'Credits are unlimited.' : `${String(remaining)} of ${String(limit)} credits remain.`,
      data: pick(credits, ['plan', 'limit', 'used', 'held', 'remaining', 'period_start', 'period_end']),
    }
  },
})
