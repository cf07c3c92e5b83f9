import { Type } from '@sinclair/typebox'
import { fail } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import { dayOf, readDay } from './days.ts'

export interface DayRange {
  readonly fromDay: number
  /** Included. */
  readonly toDay: number
}

const Day = Type.String({ format: 'date', description: 'UTC day, included.', examples: ['2026-11-21'] })

/** Query members of a range of days. */
export const rangeQuery = {
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.dmarcRangeDays,
      default: 30,
      description: 'Up to and including today.',
    }),
  ),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
}

/** `from` and `to`, or the last `days`. VALIDATION_FAILED for a day that does not exist, and for too long a range. */
export function readRange(
  { days = 30, from, to }: { days?: number; from?: string; to?: string },
  nowMs: number,
): DayRange {
  const toDay = to === undefined ? dayOf(nowMs) : dayIn(to, '/to')
  const fromDay = from === undefined ? toDay - days + 1 : dayIn(from, '/from')
  if (fromDay > toDay) refuse('/from', 'is after to')
  if (toDay - fromDay >= limits.dmarcRangeDays) refuse('/from', `a range has at most ${limits.dmarcRangeDays} days`)
  return { fromDay, toDay }
}

function dayIn(text: string, path: string): number {
  return readDay(text) ?? refuse(path, 'not a day: send a day such as 2026-11-21')
}

function refuse(path: string, message: string): never {
  return fail('VALIDATION_FAILED', { issues: [{ path, message }] })
}
