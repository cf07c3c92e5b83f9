import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { Instant, Nullable, closed, literals, publishedMark } from '../../../kernel/schema/index.ts'

const optional = Type.Optional

const report = {
  email: Type.String({
    minLength: 1,
    maxLength: limits.addressTextLength,
    description: 'The recipient. Stored as a keyed hash only.',
    examples: ['anna@example.com'],
  }),
  outcome: literals(['delivered', 'bounced', 'complained'], {
    description: '`delivered`: the mail server accepted the mail and no bounce came. `complained`: reported as spam.',
  }),
  bounce_type: optional(
    literals(['hard', 'soft'], {
      description: 'Of a bounce: permanent or temporary. Without it the code of `reply` decides.',
    }),
  ),
  reply: optional(
    Type.String({
      minLength: 1,
      maxLength: limits.feedbackReplyLength,
      description:
        'The SMTP reply or Diagnostic-Code of a bounce. It is classified like a reply to a probe, and not stored: a bounce about ' +
        'the sender, its reputation or a full mailbox is no evidence about the recipient.',
      examples: ['550 5.1.1 User unknown'],
    }),
  ),
  sender: optional(
    Type.String({
      maxLength: limits.addressTextLength,
      description:
        'The envelope sender (MAIL FROM) of the mail, so that a reply that names it is recognized. Not stored.',
      examples: ['bounces@mail.example.org'],
    }),
  ),
  occurred_at: optional({ ...Instant, description: 'When it happened; now by default. The latest reports count.' }),
}

// A bounce needs what tells whether it is permanent.
const bounceRule = {
  if: { properties: { outcome: { enum: ['delivered', 'complained'] } } },
  else: {
    anyOf: [
      { required: ['bounce_type'], properties: { bounce_type: {} } },
      { required: ['reply'], properties: { reply: {} } },
    ],
  },
}

export const FeedbackReport = closed(report, {
  title: 'VerificationFeedback',
  [publishedMark]: bounceRule,
  examples: [{ email: 'anna@example.com', outcome: 'bounced', bounce_type: 'hard', reply: '550 5.1.1 User unknown' }],
})
export type FeedbackReport = Static<typeof FeedbackReport>

export const FeedbackRecorded = closed(
  {
    verdict: Nullable(
      literals(['safe', 'risky', 'invalid'], {
        description:
          'Of later verifications. `invalid` and `risky` without a query; `safe` where the result would be unknown or ' +
          'catch-all. Null if the report is no evidence about the recipient, or is too old.',
      }),
    ),
    classified_as: optional(
      Type.String({
        description: 'The class of `reply`, such as `not_found`, `full_inbox`, `blocked` or `policy`.',
        examples: ['not_found'],
      }),
    ),
    expires_at: Nullable({ ...Instant, description: 'Until when it counts.' }),
  },
  {
    title: 'VerificationFeedbackRecorded',
    examples: [{ verdict: 'invalid', classified_as: 'not_found', expires_at: '2027-02-19T10:00:00.000Z' }],
  },
)
export type FeedbackRecorded = Static<typeof FeedbackRecorded>

export const FeedbackReports = closed(
  {
    reports: Type.Array(closed(report, { title: 'VerificationFeedbackItem' }), {
      minItems: 1,
      maxItems: limits.feedbackAtOnce,
    }),
  },
  {
    title: 'VerificationFeedbackReports',
    examples: [{ reports: [{ email: 'anna@example.com', outcome: 'delivered' }] }],
  },
)
export type FeedbackReports = Static<typeof FeedbackReports>

const Count = Type.Integer({ minimum: 0 })

export const FeedbackManyRecorded = closed(
  {
    accepted: Count,
    verdicts: closed(
      { safe: Count, risky: Count, invalid: Count, none: Count },
      { description: 'Reports by the verdict that they lead to.' },
    ),
    refused: Type.Array(
      closed({
        index: Type.Integer({ minimum: 0, description: 'Position in `reports`.' }),
        path: Type.String({ description: 'The member that is wrong.', examples: ['/email'] }),
        message: Type.String(),
      }),
      { description: 'Reports that could not be read; the others are stored.' },
    ),
  },
  {
    title: 'VerificationFeedbackManyRecorded',
    examples: [{ accepted: 1, verdicts: { safe: 1, risky: 0, invalid: 0, none: 0 }, refused: [] }],
  },
)
export type FeedbackManyRecorded = Static<typeof FeedbackManyRecorded>

export const FeedbackSummary = closed(
  {
    mailboxes: Type.Integer({
      minimum: 0,
      maximum: limits.feedbackSummarized,
      description: `Mailboxes that are counted: those with the latest reports, at most ${limits.feedbackSummarized}.`,
    }),
    data: Type.Array(
      closed({
        reachable: Nullable(
          literals(['safe', 'risky', 'invalid', 'unknown'], {
            description: 'The verdict of the last verification; null if none is stored.',
          }),
        ),
        sub_status: Nullable(Type.String({ description: 'Its reason.', examples: ['mailbox_exists'] })),
        delivered: Count,
        bounced: Count,
        complained: Count,
      }),
      { description: 'A row per reason. Every mailbox counts once, with its latest outcome.' },
    ),
  },
  {
    title: 'VerificationFeedbackSummary',
    examples: [
      {
        mailboxes: 1200,
        data: [{ reachable: 'safe', sub_status: 'mailbox_exists', delivered: 1180, bounced: 17, complained: 3 }],
      },
    ],
  },
)
export type FeedbackSummary = Static<typeof FeedbackSummary>
