import { type Static, Type } from '@sinclair/typebox'
import {
  GivenName,
  Nullable,
  changedExternalMembers,
  closed,
  givenExternalMembers,
  readOnlyMembers,
  referenceTo,
} from '../../../../kernel/schema/index.ts'
import {
  GivenTags,
  ImportReport,
  Placement,
  Template,
  TemplateType,
  contentForms,
  contentMembers,
} from '../../template/index.ts'

const folderId = Type.Optional(
  Nullable(referenceTo('folder', { description: 'The folder by its id, as a read returns it, in place of `folder`.' })),
)

export const CreateTemplate = closed(
  {
    name: GivenName,
    type: TemplateType,
    folder: Type.Optional(Placement),
    folder_id: folderId,
    tags: Type.Optional(GivenTags),
    ...givenExternalMembers,
    ...contentMembers,
  },
  {
    title: 'CreateTemplate',
    // Named to sort last: openapi-generator writes a body as the first variant, by name, whose required members are there.
    forms: { ...contentForms, WithoutContent: [] },
    description: 'Content is a document, HTML with optional CSS, or omitted for an empty template.',
    examples: [{ name: 'Spring sale', type: 'promotional', folder: 'Campaigns', external_id: 'spring-sale' }],
  },
)
export type CreateTemplate = Static<typeof CreateTemplate>

const changed = {
  name: Type.Optional(GivenName),
  type: Type.Optional(TemplateType),
  folder: Type.Optional(Nullable(Placement)),
  folder_id: folderId,
  tags: Type.Optional(GivenTags),
  ...changedExternalMembers,
  ...contentMembers,
  message: Type.Optional(
    Type.String({
      ...GivenName,
      description: 'Description of this change, stored with its version.',
      examples: ['New hero'],
    }),
  ),
}

export const UpdateTemplate = closed(
  {
    ...changed,
    ...readOnlyMembers(Template, { writable: changed, volatile: ['favorite', 'locked_by', 'thumbnail_url'] }),
  },
  {
    title: 'UpdateTemplate',
    forms: { Settings: [], ...contentForms },
    description:
      'Omitted members stay unchanged; `folder: null` moves the template out of its folder. Read-only members are ' +
      'accepted as a read returned them.',
    minProperties: 1,
    examples: [{ name: 'Summer sale', tags: ['summer'] }],
  },
)
export type UpdateTemplate = Static<typeof UpdateTemplate>

export const SavedTemplate = closed(
  { ...Template.properties, import_report: Type.Optional(ImportReport) },
  {
    title: 'SavedTemplate',
    description:
      '`import_report` if the content was HTML, MJML or a design: content that could not be converted exactly.',
  },
)
export type SavedTemplate = Static<typeof SavedTemplate>

export const DeleteQuery = closed({
  permanent: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Delete the template permanently, even from the trash. Cannot be undone.',
    }),
  ),
})

export const DuplicateTemplate = closed(
  { name: Type.Optional(GivenName), folder: Type.Optional(Nullable(Placement)), folder_id: folderId },
  {
    title: 'DuplicateTemplate',
    description:
      'Without a name, “(copy)” is appended to the original name; without a folder, the copy is created in the same folder. ' +
      'The copy has no external id, and the metadata of the original.',
    examples: [{ name: 'Spring sale, second try' }],
  },
)
export type DuplicateTemplate = Static<typeof DuplicateTemplate>
