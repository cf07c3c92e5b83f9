import { Type } from '@sinclair/typebox'
import { Nullable, closed } from '../../../../kernel/schema/index.ts'
import { defineTool } from '../../tool.ts'
import { Count, Cursor, NextCursor, pick } from '../pieces.ts'

export const orgIntel = defineTool({
  name: 'org_intel',
  title: 'Describe organization',
  description: 'Name of the organization of a domain, and its email address patterns in your verifications. Free.',
  toolset: 'verification',
  scope: 'verification',
  isOpenWorld: true,
  input: closed({ domain: Type.String(), cursor: Cursor }),
  output: Type.Object({
    organization: Nullable(Type.String()),
    patterns: Type.Array(Type.Object({ pattern: Type.String() })),
    verified_count: Count,
    next_cursor: NextCursor,
  }),
  async run({ domain }, { api, signal }) {
    const about = await api.json('GET', `/tools/org-intel/${encodeURIComponent(domain)}`, { signal })
    return {
      summary: `${String(about['verified_count'])} existing email addresses are known at this domain.`,
      data: pick(about, ['domain', 'organization', 'organization_source', 'sources', 'patterns', 'verified_count']),
      list: { member: 'patterns' },
    }
  },
})
