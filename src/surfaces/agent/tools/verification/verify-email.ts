import { Type } from '@sinclair/typebox'
import { closed, literals } from '../../../../kernel/schema/index.ts'
import { defineTool } from '../../tool.ts'
import { CreditsUsed, pick } from '../pieces.ts'

export const verifyEmail = defineTool({
  name: 'verify_email',
  title: 'Verify email',
  description:
    'Check whether an email address is deliverable: verdict, reason, score and evidence. 1 credit; free if invalid syntax, ' +
    'unknown, or verified in the last 24 hours.',
  toolset: 'verification',
  scope: 'verification',
  isOpenWorld: true,
  credits: { max: 1, per: 'call' },
  input: closed({
    email: Type.String(),
    include_intelligence: Type.Optional(Type.Boolean({ description: 'Add DNS and block list data of the domain.' })),
  }),
  output: Type.Object({
    email: Type.Optional(Type.String()),
    reachable: Type.Optional(literals(['safe', 'risky', 'invalid', 'unknown'])),
    score: Type.Optional(Type.Integer()),
    sub_status: Type.Optional(Type.String()),
    suggestion: Type.Optional(Type.String()),
    credits_used: CreditsUsed,
  }),
  async run({ email, include_intelligence }, { api, signal }) {
    const result = await api.json('POST', '/verify', { body: { email, include_intelligence }, signal })
    return {
      summary: `${String(result['reachable'])}, score ${String(result['score'])} of 100: ${String(result['sub_status'])}.`,
      data: pick(result, members),
    }
  },
})

const members = [
  'email',
  'reachable',
  'score',
  'sub_status',
  'suggestion',
  'syntax',
  'mx',
  'smtp',
  'misc',
  'intelligence',
  'evidence',
  'credits_used',
  'cached',
  'retry_after',
]
