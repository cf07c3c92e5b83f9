import { type Static, Type } from '@sinclair/typebox'
import { Instant, Nullable, closed, literals } from '../../../kernel/schema/index.ts'
import { PolicyAdvice } from '../policy/index.ts'
import { rangeQuery } from '../range.ts'

const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) })
const Rate = Nullable(Type.Number({ minimum: 0, maximum: 1 }))

const figures = {
  messages: count(),
  compliant: count('Messages with aligned DKIM or aligned SPF, as the reporters say.'),
  compliance_rate: Rate,
  dkim_aligned: count(),
  spf_aligned: count(),
  by_disposition: closed({ none: count(), quarantine: count(), reject: count(), pass: count() }),
}

export const GetAnalytics = closed(rangeQuery)

export const Analytics = closed(
  {
    from: Type.String({ format: 'date', examples: ['2026-10-23'] }),
    to: Type.String({ format: 'date', examples: ['2026-11-21'] }),
    ...figures,
    previous: closed(
      { messages: count(), compliant: count(), compliance_rate: Rate },
      { description: 'The same number of days before.' },
    ),
    reporters: Type.Array(
      closed({
        organization: Type.String({ examples: ['google.com'] }),
        reports: count(),
        messages: count(),
        last_report_at: Instant,
      }),
      { description: 'Receivers that sent aggregate reports, by messages, at most 100.' },
    ),
    tls: closed({
      sessions: count(),
      successful: count(),
      failed: count(),
      reports: count(),
      by_policy: Type.Array(
        closed({ policy_type: Type.String({ examples: ['sts'] }), successful: count(), failed: count() }),
      ),
    }),
    advice: PolicyAdvice,
  },
  { title: 'DmarcAnalytics' },
)
export type Analytics = Static<typeof Analytics>

export const GetTimeline = closed({
  ...rangeQuery,
  by: Type.Optional(literals(['disposition', 'alignment', 'source'], { default: 'disposition' })),
  format: Type.Optional(literals(['json', 'csv'], { default: 'json', description: '`csv`: a row per day.' })),
})
export type GetTimeline = Static<typeof GetTimeline>

export const Timeline = closed(
  {
    by: literals(['disposition', 'alignment', 'source']),
    series: Type.Array(Type.String(), {
      description:
        'Names of `values`: dispositions; `both`, `dkim_only`, `spf_only` and `neither`; or the ten largest sources and `other`.',
    }),
    points: Type.Array(
      closed({
        day: Type.String({ format: 'date', examples: ['2026-11-21'] }),
        messages: count(),
        compliant: count(),
        values: Type.Array(count(), { description: 'Messages in the order of `series`.' }),
      }),
      { description: 'One per UTC day of the range, also for days without messages.' },
    ),
  },
  { title: 'DmarcTimeline' },
)
export type Timeline = Static<typeof Timeline>
