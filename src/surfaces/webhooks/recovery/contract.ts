import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { Instant, closed, idOf, literals } from '../../../kernel/schema/index.ts'

const exampleJob = 'job_01kah3zqpfx9y8w7v6t5s4r3q2'

export const Recover = closed(
  {
    since: {
      ...Instant,
      description: `Deliveries created at or after this time; at most ${limits.eventDays} days ago.`,
    },
    until: Type.Optional({ ...Instant, description: 'Deliveries created before this time; default now.' }),
    only: Type.Optional(
      literals(['missed', 'failed', 'skipped', 'all'], {
        default: 'missed',
        description:
          '`missed`: failed and skipped deliveries. `all`: also succeeded deliveries. Pending deliveries are not affected.',
      }),
    ),
  },
  { title: 'Recover', examples: [{ since: '2026-11-20T00:00:00.000Z', only: 'missed' }] },
)
export type Recover = Static<typeof Recover>

export const Recovery = closed(
  {
    job_id: idOf('job', {
      description: 'Id of the job; `GET /jobs/{id}` returns its progress.',
      examples: [exampleJob],
    }),
  },
  { title: 'Recovery', examples: [{ job_id: exampleJob }] },
)
export type Recovery = Static<typeof Recovery>
