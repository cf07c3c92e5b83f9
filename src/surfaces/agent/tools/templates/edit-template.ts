import { Type } from '@sinclair/typebox'
import { closed } from '../../../../kernel/schema/index.ts'
import { defineTool } from '../../tool.ts'
import { pick } from '../pieces.ts'

export const editTemplate = defineTool({
  name: 'edit_template',
  title: 'Edit draft',
  description:
    'Apply operations to the draft of a template, as a version with this label that people can compare and undo. A published ' +
    'release stays as it is. Operations: {op: set, id, props}, {op: insert, parent, index, nodes}, {op: move, id, parent, ' +
    'index}, {op: remove, id}, {op: settings, props}.',
  toolset: 'templates',
  scope: 'templates:write',
  isReadOnly: false,
  input: closed({
    template_id: Type.String(),
    base_revision: Type.Integer({ description: 'revision of get_template.' }),
    operations: Type.Array(Type.Object({ op: Type.String() }), { minItems: 1 }),
    label: Type.String({ description: 'What changes, for people.' }),
  }),
  output: Type.Object({ revision: Type.Integer() }),
  async run({ template_id, ...body }, { api, signal }) {
    const path = `/templates/${encodeURIComponent(template_id)}/operations`
    const applied = await api.json('POST', path, { body, signal })
    return {
      summary: `The draft has revision ${String(applied['revision'])}. Check it with render_template and lint_template.`,
      data: { ...pick(applied, ['revision', 'operations_covered']), template_id },
    }
  },
})
