import { type Static, Type } from '@sinclair/typebox'
import type { ModuleFragment } from '../../../email/document/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { Actor, Instant, GivenName, Nullable, closed, literals } from '../../../kernel/schema/index.ts'
import { EditorPublication } from '../publication/contract.ts'
import { TokenRights } from '../rights.ts'
import {
  AppliedOperationList,
  DocumentBody,
  DocumentView,
  EditId,
  OperationList,
  TemplateType,
} from '../../templates/index.ts'

const EmailId = Type.String({ description: 'Id of the email in the host application.', examples: ['campaign-42'] })
const TemplateId = Type.String({ examples: ['tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'] })
const source = Type.String({ maxLength: limits.requestBodyBytes })

export const EditorLock = closed(
  {
    held: Type.Boolean({ description: 'Whether this session has the lock.' }),
    holder: Nullable(
      closed({ ...Actor.properties }, { description: 'Lock holder: another user, or this user in another window.' }),
    ),
    isOtherWindow: Type.Boolean({ description: 'Whether the holder is this user in another window.' }),
    expiresAt: Nullable(Instant),
    request: Nullable(
      closed(
        {
          name: GivenName,
          isOwn: Type.Boolean({ description: 'Whether this session has requested the lock.' }),
          state: literals(['pending', 'declined']),
          secondsLeft: Type.Integer({
            minimum: 0,
            description:
              'Seconds in which the holder may decline; without a response the requester may take over then.',
          }),
        },
        { description: 'The window that has requested the lock from its holder.' },
      ),
    ),
  },
  {
    title: 'EditorLock',
    examples: [
      { held: true, holder: null, isOtherWindow: false, expiresAt: '2026-11-21T10:02:00.000Z', request: null },
    ],
  },
)
export type EditorLock = Static<typeof EditorLock>

export const EditorLockStatus = closed(
  {
    ...EditorLock.properties,
    revision: Type.Integer({ minimum: 0, description: 'Current revision of the email; 0 until the first save.' }),
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
          'Take over the lock from another window or another editor user. Taking it over from an API key or an account ' +
          'requires the level `manage`.',
      }),
    ),
    handover: Type.Optional(
      literals(['request', 'accept', 'decline'], {
        description:
          '`request` asks the window that has the lock for it; that one accepts, which passes the lock to the requester, or ' +
          'declines. `force` has no effect with it.',
      }),
    ),
  },
  { title: 'AcquireEditorLock', examples: [{ handover: 'request' }] },
)
export type AcquireEditorLock = Static<typeof AcquireEditorLock>

export const EditedDocument = closed(
  {
    emailId: EmailId,
    userId: Type.String({ description: 'The user of the token.', examples: ['42'] }),
    templateId: Nullable({ ...TemplateId, description: 'Null until the first save.' }),
    name: Type.String({ description: 'Name of the template.', examples: ['Spring sale'] }),
    type: TemplateType,
    revision: Type.Integer({ minimum: 0, description: '0 until the first save.' }),
    document: DocumentView,
    access: literals(['view', 'comment', 'edit_text', 'edit', 'publish', 'manage'], {
      description: 'Access level of the user.',
    }),
    rights: TokenRights,
    hasVersionHistory: Type.Boolean(),
    publication: EditorPublication,
    lock: EditorLock,
    canvas: Type.String({
      description:
        'HTML of the email with its sample values, each node marked with its id; empty if it cannot be rendered.',
      examples: ['<!doctype html><html>…'],
    }),
    cdnUrl: Type.String({
      description: 'Base URL that is prepended to URLs starting with /cdn/ when the email is sent.',
      examples: ['https://cdn.example.com'],
    }),
    modules: Type.Unsafe<Record<string, ModuleFragment>>(
      Type.Object(
        {},
        { description: 'Content of the module instances, keyed by `id version` as instances reference it.' },
      ),
    ),
  },
  { title: 'EditedDocument' },
)
export type EditedDocument = Static<typeof EditedDocument>

const EarlierEdit = closed({
  editId: EditId,
  operations: Type.Integer({ minimum: 0, description: 'Number of operations in that request.' }),
})

export const ApplyEdit = closed(
  {
    baseRevision: Type.Integer({
      minimum: 0,
      description: 'The revision that the operations are based on; 0 creates the template.',
    }),
    operations: OperationList,
    label: Type.Optional(Type.String({ ...GivenName, description: 'Label; saves the edit as a separate version.' })),
    editId: Type.Optional({
      ...EditId,
      description:
        'Client-generated id, unique for each request. If the request is repeated after a lost response, the first ' +
        'response is returned and nothing is saved twice.',
    }),
    previous: Type.Optional(
      Type.Array(EarlierEdit, {
        maxItems: limits.operations,
        description:
          'Earlier requests whose response is unknown. `operations` begins with their operations, in this order; those ' +
          'already saved are not applied again. Requires `editId`.',
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
    operations: AppliedOperationList('Applied operations, in canonical form.'),
    inverse: AppliedOperationList('Inverse operations; applied to the new revision, they undo this edit.'),
    operationsSince: AppliedOperationList(
      'Operations of other users after baseRevision; this edit was rebased on them.',
    ),
    operationsCovered: Type.Integer({
      minimum: 0,
      description:
        'Number of submitted operations that the revision includes, counted from the first operation of this request, ' +
        'across all requests in `editIds`.',
    }),
    editIds: Type.Array(Type.String(), {
      description:
        'Ids of the requests that the revision includes: this request and those of `previous` that were applied with it.',
    }),
    savedAt: Instant,
  },
  { title: 'AppliedEdit' },
)
export type AppliedEdit = Static<typeof AppliedEdit>

export const RevisionParams = closed({
  revision: Type.String({
    pattern: '^\\d{1,9}$',
    description: 'Number of a revision; 0 is the initial content of the email.',
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
      description: 'Document that the HTML was rendered from; saved instead of the HTML.',
    }),
    baseRevision: Type.Optional(Type.Integer({ minimum: 1, description: 'Fails if the email has a later revision.' })),
    editId: Type.Optional({
      ...EditId,
      description:
        'Client-generated id, unique for each request. If the request is repeated after a lost response, the first ' +
        'response is returned while the save is on record.',
    }),
    previous: Type.Optional(
      Type.Array(EarlierEdit, {
        maxItems: limits.operations,
        description:
          'Requests whose operations the document contains and whose response is unknown. If one of them arrives after ' +
          'this save, it is not applied. Requires `editId`.',
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
