import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { Actor, Instant, Nullable, closed, idOf } from '../../../kernel/schema/index.ts'

const exampleTemplate = 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'

export const Lock = closed(
  {
    template_id: idOf('template', { examples: [exampleTemplate] }),
    holder: Nullable(closed({ ...Actor.properties }, { description: 'The lock holder; null without a lock.' })),
    acquired_at: Nullable(Instant),
    expires_at: Nullable(Instant),
  },
  {
    title: 'TemplateLock',
    examples: [
      {
        template_id: exampleTemplate,
        holder: { kind: 'api_key', id: 'key_01jd7q2v5w8x3y4z6a7b9c0d1g', name: 'Website' },
        acquired_at: '2026-11-21T10:00:00.000Z',
        expires_at: '2026-11-21T10:02:00.000Z',
      },
    ],
  },
)
export type Lock = Static<typeof Lock>

const force = (what: string) => Type.Boolean({ default: false, description: `${what} Requires the level \`manage\`.` })

export const AcquireLock = closed(
  {
    ttl_seconds: Type.Optional(
      Type.Integer({
        minimum: limits.lockSecondsMin,
        maximum: limits.lockSecondsMax,
        default: limits.lockSeconds,
        description: 'Seconds until the lock expires; repeat the request before then to keep the lock.',
      }),
    ),
    force: Type.Optional(force('Take over a lock that another user holds.')),
  },
  { title: 'AcquireLock', examples: [{ ttl_seconds: 120 }] },
)
export type AcquireLock = Static<typeof AcquireLock>

export const ReleaseQuery = closed({ force: Type.Optional(force('Release a lock that another user holds.')) })
