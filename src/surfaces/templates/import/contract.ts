import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { GivenName, closed } from '../../../kernel/schema/index.ts'
import {
  DocumentView,
  GivenTags,
  ImportReport,
  Placement,
  Template,
  TemplateType,
  formMembers,
  importForms,
} from '../template/index.ts'

export const ImportEmail = closed(
  {
    ...formMembers(limits.importBytes),
    name: Type.Optional(
      Type.String({ ...GivenName, description: 'Name of the template to create; without it nothing is stored.' }),
    ),
    type: Type.Optional(TemplateType),
    folder: Type.Optional(Placement),
    tags: Type.Optional(GivenTags),
    compare: Type.Optional(
      Type.Boolean({
        description: 'False leaves out `report.displayed`, which takes longer than the import of HTML. Default: true.',
      }),
    ),
  },
  {
    title: 'ImportEmail',
    forms: importForms,
    dependentRequired: { type: ['name'], folder: ['name'], tags: ['name'] },
    description: 'Exactly one of html (with optional css), mjml and design.',
    examples: [{ html: '<h1>Hello</h1><p>News for {{ first_name }}.</p>', name: 'Spring sale' }],
  },
)
export type ImportEmail = Static<typeof ImportEmail>

export const ImportedEmail = closed(
  { document: DocumentView, report: ImportReport, template: Type.Optional(Template) },
  { title: 'ImportedEmail', description: 'Present if `name` was sent.' },
)
export type ImportedEmail = Static<typeof ImportedEmail>
