import { Type } from '@sinclair/typebox'
import { closed } from '../../../../kernel/schema/index.ts'
import { defineTool } from '../../tool.ts'
import { CreditsUsed } from '../pieces.ts'

export const spamTrapAnalysis = defineTool({
  name: 'spam_trap_analysis',
  title: 'Spam trap risk',
  description:
    'Estimate the risk that an email address is a spam trap, with signals. 1 credit; free if verified in the last 24 hours.',
  toolset: 'verification',
  scope: 'verification',
  isOpenWorld: true,
  credits: { max: 1, per: 'call' },
  input: closed({ email: Type.String() }),
  output: Type.Object({
    score: Type.Optional(Type.Number()),
    risk_level: Type.Optional(Type.String()),
    credits_used: CreditsUsed,
  }),
  async run({ email }, { api, signal }) {
    const analysis = await api.json('POST', '/tools/spam-trap-analysis', { body: { email }, signal })
    return {
      summary: `Risk ${String(analysis['risk_level'])}, score ${String(analysis['score'])}. An estimate: trap lists are secret.`,
      data: analysis,
    }
  },
})
