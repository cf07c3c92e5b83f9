import { type Static, Type } from '@sinclair/typebox'
import type { ModuleFragment } from '../../../email/document/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { Actor, Instant, GivenName, Nullable, closed, literals } from '../../../kernel/schema/index.ts'
import { TokenRights } from '../rights.ts'
import {
  AppliedOperationList,
  DocumentBody,
  DocumentView,
  EditId,
  OperationList,
  TemplateType,
} from '../../templates/index.ts'

const EmailId = Type.String({ description: 'What the host calls the email.', examples: ['campaign-42'] })
const TemplateId = Type.String({ examples: ['tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'] })
const source = Type.String({ maxLength: limits.requestBodyBytes })

export const EditorLock = closed(
  {
    held: Type.Boolean({ description: 'This session holds it.' }),
    holder: Nullable(closed({ ...Actor.properties }, { description: 'Another user, or this user in another window.' })),
    isOtherWindow: Type.Boolean({ description: 'The holder is this user, in another window.' }),
    expiresAt: Nullable(Instant),
  },
  {
    title: 'EditorLock',
    examples: [{ held: true, holder: null, isOtherWindow: false, expiresAt: '2026-11-21T10:02:00.000Z' }],
  },
)
export type EditorLock = Static<typeof EditorLock>

export const EditorLockStatus = closed(
  {
    ...EditorLock.properties,
    revision: Type.Integer({ minimum: 0, description: 'Of the email now; 0 until the first save.' }),
  },
  { title: 'EditorLockStatus' },
)
export type EditorLockStatus = Static<typeof EditorLockStatus>

export const AcquireEditorLock = closed(
  {
    force: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Take it over from another window or another user of the editor; from an API key or an account requires the level manage.',
      }),
    ),
  },
  { title: 'AcquireEditorLock' },
)

export const EditedDocument = closed(
  {
    emailId: EmailId,
    userId: Type.String({ description: 'The user of the token.', examples: ['42'] }),
    templateId: Nullable({ ...TemplateId, description: 'Null until the first save.' }),
    name: Type.String({ description: 'Of the template.', examples: ['Spring sale'] }),
    type: TemplateType,
    revision: Type.Integer({ minimum: 0, description: '0 until the first save.' }),
    document: DocumentView,
    access: literals(['view', 'comment', 'edit_text', 'edit', 'publish', 'manage'], {
      description: 'What the user may do.',
    }),
    rights: TokenRights,
    hasVersionHistory: Type.Boolean(),
    lock: EditorLock,
    canvas: Type.String({
      description: 'The email with its sample values, each node marked with its id; empty if it cannot be rendered.',
      examples: ['<!doctype html><html>…'],
    }),
    cdnUrl: Type.String({
      description: 'Prefix of URLs that start with /cdn/ when the email is sent.',
      examples: ['https://cdn.example.com'],
    }),
    modules: Type.Unsafe<Record<string, ModuleFragment>>(
      Type.Object({}, { description: 'Content of the module instances, by `id version` as instances reference it.' }),
    ),
  },
  { title: 'EditedDocument' },
)
export type EditedDocument = Static<typeof EditedDocument>

const EarlierEdit = closed({
  editId: EditId,
  operations: Type.Integer({ minimum: 0, description: 'How many operations that request had.' }),
})

export const ApplyEdit = closed(
  {
    baseRevision: Type.Integer({
      minimum: 0,
      description: 'The revision that the operations are based on; 0 creates the template.',
    }),
    operations: OperationList,
    label: Type.Optional(Type.String({ ...GivenName, description: 'Saves it as a separate version.' })),
    editId: Type.Optional({
      ...EditId,
      description:
        'Your own id of this request, a new one for each. Repeated after a lost response, the request gets the first ' +
        'response, and nothing is saved twice.',
    }),
    previous: Type.Optional(
      Type.Array(EarlierEdit, {
        maxItems: limits.operations,
        description:
          'Earlier requests without a known response. `operations` starts with theirs, in this order; those that were ' +
          'saved are not applied again. Requires `editId`.',
      }),
    ),
  },
  {
    title: 'ApplyEdit',
    examples: [{ baseRevision: 3, operations: [{ op: 'set', id: 'hero', props: { text: '<p>Hello</p>' } }] }],
  },
)
export type ApplyEdit = Static<typeof ApplyEdit>

export const AppliedEdit = closed(
  {
    revision: Type.Integer({ minimum: 1 }),
    operations: AppliedOperationList('What was applied, in canonical form.'),
    inverse: AppliedOperationList('Inverse operations: applied to the new revision, they undo this edit.'),
    operationsSince: AppliedOperationList(
      'What others did after baseRevision; these operations were fitted behind it.',
    ),
    operationsCovered: Type.Integer({
      minimum: 0,
      description:
        'How many operations, as they were sent, the revision holds, counted from the first of this request: those of all ' +
        'requests in editIds.',
    }),
    editIds: Type.Array(Type.String(), {
      description:
        'Ids of the requests included in the revision: this one, and those of `previous` that were applied with it.',
    }),
    savedAt: Instant,
  },
  { title: 'AppliedEdit' },
)
export type AppliedEdit = Static<typeof AppliedEdit>

export const RevisionParams = closed({
  revision: Type.String({
    pattern: '^\\d{1,9}$',
    description: 'A revision; 0 is what the email began with.',
    examples: ['3'],
  }),
})

export const EditedRevision = closed(
  { revision: Type.Integer({ minimum: 0 }), document: DocumentView },
  { title: 'EditedRevision' },
)
export type EditedRevision = Static<typeof EditedRevision>

export const SaveEmail = closed(
  {
    html: source,
    css: source,
    document: Type.Optional({
      ...DocumentBody,
      description: 'The document that the HTML was rendered from; it is saved instead of the HTML.',
    }),
    baseRevision: Type.Optional(Type.Integer({ minimum: 1, description: 'Rejects the save if someone saved since.' })),
    editId: Type.Optional({
      ...EditId,
      description:
        'Your own id of this request, a new one for each. Repeated after a lost response, the request gets the first ' +
        'response while the save is on record.',
    }),
    previous: Type.Optional(
      Type.Array(EarlierEdit, {
        maxItems: limits.operations,
        description:
          'Requests for operations that the document contains, without a known response. If one of them arrives after ' +
          'this save, it is not applied again. Requires `editId`.',
      }),
    ),
  },
  { title: 'SaveEmail', description: 'Under 1 MB.', examples: [{ html: '<h1>Hello</h1>', css: '' }] },
)
export type SaveEmail = Static<typeof SaveEmail>

export const SavedEmail = closed(
  {
    success: Type.Boolean({ examples: [true] }),
    emailId: EmailId,
    savedAt: Instant,
    revision: Type.Integer({ minimum: 1 }),
    templateId: TemplateId,
  },
  { title: 'SavedEmail' },
)
export type SavedEmail = Static<typeof SavedEmail>

export const NothingToReport = Type.Undefined({ description: 'Done; no content.' })
