import { Type } from '@sinclair/typebox'
import { closed } from '../../../../kernel/schema/index.ts'
import { isRecord } from '../../api/record.ts'
import { defineTool } from '../../tool.ts'
import { pick } from '../pieces.ts'

export const importTemplate = defineTool({
  name: 'import_template',
  title: 'Import template',
  description: 'Create a template from HTML or MJML; the report names what could not become native blocks.',
  toolset: 'templates',
  scope: 'templates:write',
  isReadOnly: false,
  input: closed({
    name: Type.String(),
    html: Type.Optional(Type.String()),
    mjml: Type.Optional(Type.String({ description: 'Instead of html.' })),
  }),
  output: Type.Object({ template_id: Type.String(), revision: Type.Integer(), report: Type.Object({}) }),
  async run({ name, html, mjml }, { api, signal }) {
    const { report, template } = await api.json('POST', '/templates/import', { body: { name, html, mjml }, signal })
    const { id, revision } = isRecord(template) ? template : {}
    return {
      summary: `Template ${String(id)} was created.`,
      data: { template_id: id, revision, report: isRecord(report) ? pick(report, reportMembers) : {} },
    }
  },
})

const reportMembers = ['source', 'native_share', 'words_kept', 'links_kept', 'images_kept', 'warnings']
