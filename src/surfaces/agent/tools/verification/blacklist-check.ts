import { Type } from '@sinclair/typebox'
import { Nullable, closed } from '../../../../kernel/schema/index.ts'
import { defineTool } from '../../tool.ts'
import { Count, CreditsUsed, Cursor, NextCursor, pick } from '../pieces.ts'

export const blacklistCheck = defineTool({
  name: 'blacklist_check',
  title: 'Check block lists',
  description:
    'Query block lists (DNSBL) for a domain, IP address or email address. 1 credit; free if no list responded.',
  toolset: 'verification',
  scope: 'verification',
  isOpenWorld: true,
  credits: { max: 1, per: 'call' },
  input: closed({ target: Type.String({ description: 'Domain, IP address or email address.' }), cursor: Cursor }),
  output: Type.Object({
    listed: Type.Optional(Nullable(Type.Boolean())),
    listed_count: Type.Optional(Count),
    hits: Type.Optional(Type.Array(Type.Object({ zone: Type.String() }))),
    credits_used: CreditsUsed,
    next_cursor: NextCursor,
  }),
  async run({ target }, { api, signal }) {
    const body = { [kindOf(target)]: target }
    const check = await api.json('POST', '/tools/blacklist-check', { body, signal })
    const { checked, listed, listed_count: count } = check
    return {
      summary:
        listed === null
          ? 'No block list responded.'
          : listed === true
            ? `Listed by ${String(count)} of ${String(checked)} lists.`
            : `Not listed by ${String(checked)} lists.`,
      data: pick(check, members),
      list: { member: 'hits' },
    }
  },
})

const members = [
  'target',
  'listed',
  'listed_count',
  'worst_severity',
  'checked',
  'hits',
  'errors',
  'disabled',
  'credits_used',
]

function kindOf(target: string): 'domain' | 'ip' | 'email' {
  if (target.includes('@')) return 'email'
  return /^[\d.]+$|:/.test(target) ? 'ip' : 'domain'
}
