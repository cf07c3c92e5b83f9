import { Type } from '@sinclair/typebox'
import { closed } from '../../../../kernel/schema/index.ts'
import { defineTool } from '../../tool.ts'
import { Cursor, NextCursor, pick } from '../pieces.ts'

export const getTemplate = defineTool({
  name: 'get_template',
  title: 'Read template',
  description:
    'A template with its blocks: id, type, JSON Pointer, parent and text. edit_template needs its ids and revision.',
  toolset: 'templates',
  scope: 'templates:read',
  input: closed({ template_id: Type.String(), cursor: Cursor }),
  output: Type.Object({
    id: Type.String(),
    revision: Type.Integer(),
    blocks: Type.Array(Type.Object({ id: Type.String(), type: Type.String() })),
    next_cursor: NextCursor,
  }),
  async run({ template_id }, { api, signal }) {
    const path = `/templates/${encodeURIComponent(template_id)}`
    const [template, { blocks }] = await Promise.all([
      api.json('GET', path, { signal }),
      api.json('GET', `${path}/blocks`, { signal }),
    ])
    return {
      summary: `Revision ${String(template['revision'])}, ${String(template['status'])}.`,
      data: { ...pick(template, members), blocks },
      list: { member: 'blocks' },
    }
  },
})

const members = [
  'id',
  'name',
  'type',
  'subject',
  'preheader',
  'status',
  'publishing',
  'unpublished_changes',
  'revision',
  'source',
  'updated_at',
]
