import { Type } from '@sinclair/typebox'
import { Nullable, closed } from '../../../../kernel/schema/index.ts'
import { defineTool } from '../../tool.ts'
import { CreditsUsed, pick } from '../pieces.ts'

export const findEmail = defineTool({
  name: 'find_email',
  title: 'Find email',
  description:
    'Find the email address of a person at a domain, with confidence and candidates. 2 credits; free if nothing was found.',
  toolset: 'verification',
  scope: 'verification',
  isOpenWorld: true,
  credits: { max: 2, per: 'call' },
  input: closed({
    first_name: Type.String(),
    last_name: Type.String(),
    domain: Type.String(),
    middle_name: Type.Optional(Type.String()),
  }),
  output: Type.Object({
    email: Type.Optional(Nullable(Type.String())),
    confidence: Type.Optional(Type.Integer()),
    reason: Type.Optional(Type.String()),
    credits_used: CreditsUsed,
  }),
  async run({ first_name, last_name, middle_name, domain }, { api, signal }) {
    const body = { first_name, last_name, middle_name, domain }
    const found = await api.json('POST', '/tools/email-finder', { body, signal })
    const { confidence, email, reason } = found
    return {
      summary:
        email === null
          ? `No email address was found: ${String(reason)}.`
          : `${String(email)}, confidence ${String(confidence)} of 100: ${String(reason)}.`,
      data: pick(found, members),
    }
  },
})

const members = [
  'email',
  'confidence',
  'label',
  'reason',
  'domain',
  'pattern',
  'learned',
  'candidates',
  'credits_used',
  'retry_after',
]
