import { Type } from '@sinclair/typebox'
import { closed } from '../../../../kernel/schema/index.ts'
import { defineTool } from '../../tool.ts'
import { Cursor, NextCursor, pick, recordsIn } from '../pieces.ts'

export const lintTemplate = defineTool({
  name: 'lint_template',
  title: 'Lint template',
  description: 'Problems of a template that recipients would see, with the block and the remedy.',
  toolset: 'templates',
  scope: 'templates:read',
  input: closed({ template_id: Type.String(), cursor: Cursor }),
  output: Type.Object({
    summary: Type.Object({}),
    findings: Type.Array(Type.Object({ id: Type.String(), severity: Type.String() })),
    next_cursor: NextCursor,
  }),
  async run({ template_id }, { api, signal }) {
    const report = await api.json('GET', `/templates/${encodeURIComponent(template_id)}/lint`, { signal })
    const findings = recordsIn(report['findings'])
    return {
      summary: `${findings.length} findings.`,
      data: {
        revision: report['revision'],
        summary: report['summary'],
        findings: findings.map((each) => pick(each, members)),
      },
      list: { member: 'findings' },
    }
  },
})

const members = ['id', 'severity', 'node_id', 'prop', 'message', 'remedy']
