import { Type } from '@sinclair/typebox'
import { closed } from '../../../../kernel/schema/index.ts'
import { defineTool } from '../../tool.ts'
import { CreditsUsed, Cursor, NextCursor } from '../pieces.ts'

export const domainIntel = defineTool({
  name: 'domain_intel',
  title: 'Describe domain',
  description:
    'Mail provider, services, age, block lists and trust of a domain. 1 credit; free if DNS does not respond.',
  toolset: 'verification',
  scope: 'verification',
  isOpenWorld: true,
  credits: { max: 1, per: 'call' },
  input: closed({ domain: Type.String(), cursor: Cursor }),
  output: Type.Object({
    trust: Type.Optional(Type.Object({ score: Type.Integer(), level: Type.String() })),
    vendors: Type.Optional(Type.Array(Type.Object({ name: Type.String() }))),
    credits_used: CreditsUsed,
    next_cursor: NextCursor,
  }),
  async run({ domain }, { api, signal }) {
    const intelligence = await api.json('POST', '/tools/domain-intel', { body: { domain }, signal })
    const { level, score } = { ...(intelligence['trust'] as object) } as { level?: string; score?: number }
    return {
      summary: `Trust ${String(level)}, ${String(score)} of 100.`,
      data: intelligence,
      list: { member: 'vendors' },
    }
  },
})
