import { Type } from '@sinclair/typebox'
import { closed, literals } from '../../../../kernel/schema/index.ts'
import { defineTool } from '../../tool.ts'
import { pick } from '../pieces.ts'

/** Members of an export that agents read; its content is behind the URL of its file. */
const members = ['id', 'status', 'format', 'target', 'files', 'progress', 'error', 'warnings', 'expires_at']

const Export = Type.Object({
  id: Type.String(),
  status: Type.String(),
  files: Type.Array(Type.Object({ url: Type.String() })),
})

export const exportTemplate = defineTool({
  name: 'export_template',
  title: 'Export template',
  description:
    'Export a template, or for an ESP with format esp and its target. Returns links; poll get_export if it is queued.',
  toolset: 'export',
  scope: 'exports',
  isReadOnly: false,
  input: closed({
    template_id: Type.String(),
    format: literals(['html', 'zip', 'pdf', 'png', 'text', 'json', 'eml', 'amp', 'mjml', 'esp']),
    target: Type.Optional(Type.String({ description: 'ESP, such as mailchimp.' })),
  }),
  output: Export,
  async run(body, { api, signal }) {
    const made = await api.json('POST', '/export', { body, signal })
    return { summary: `The export is ${String(made['status'])}.`, data: pick(made, members) }
  },
})

export const getExport = defineTool({
  name: 'get_export',
  title: 'Export status',
  description: 'Status, warnings and links of an export.',
  toolset: 'export',
  scope: 'exports',
  input: closed({ export_id: Type.String() }),
  output: Export,
  async run({ export_id }, { api, signal }) {
    const found = await api.json('GET', `/export/${encodeURIComponent(export_id)}`, { signal })
    return { summary: `The export is ${String(found['status'])}.`, data: pick(found, members) }
  },
})
