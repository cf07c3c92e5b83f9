import { Type } from '@sinclair/typebox'
import { closed } from '../../../../kernel/schema/index.ts'
import { defineTool } from '../../tool.ts'
import { Cursor, NextCursor, nextCursorOf, pick, recordsIn } from '../pieces.ts'

export const listTemplates = defineTool({
  name: 'list_templates',
  title: 'List templates',
  description: 'Email templates, newest first, or those that match a search of name, subject and text.',
  toolset: 'templates',
  scope: 'templates:read',
  input: closed({ query: Type.Optional(Type.String()), cursor: Cursor }),
  output: Type.Object({ templates: Type.Array(Type.Object({ id: Type.String() })), next_cursor: NextCursor }),
  async run({ query, cursor }, { api, signal }) {
    const path = query === undefined ? '/templates/my' : '/templates/search'
    const page = await api.json('GET', path, { query: { q: query, cursor, limit: pageLength }, signal })
    const templates = recordsIn(page['data']).map((each) => pick(each, templateMembers))
    return { summary: `${templates.length} templates.`, data: { templates, ...nextCursorOf(page) } }
  },
})

/** So many templates fit into one result. */
const pageLength = 12

const templateMembers = ['id', 'name', 'type', 'subject', 'status', 'unpublished_changes', 'revision', 'updated_at']
