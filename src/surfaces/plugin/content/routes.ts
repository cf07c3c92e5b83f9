import { type Http, digestOf, workContext } from '../../../platform/http/index.ts'
import type { Assets } from '../../assets/index.ts'
import { documentErrors, editErrors, withCleaned } from '../../templates/index.ts'
import type { Admission } from '../admission.ts'
import { type ContentDeps, applyToEmail, readEdited, readRevision, saveEmail } from './content.ts'
import {
  AcquireEditorLock,
  AppliedEdit,
  ApplyEdit,
  EditedDocument,
  EditedRevision,
  EditorLockStatus,
  NothingToReport,
  RevisionParams,
  SaveEmail,
  SavedEmail,
} from './contract.ts'
import { holdEmail, letEmailGo, readEmailLock } from './locks.ts'
import { underLocks } from '../../../platform/storage/index.ts'

interface ContentRouteDeps extends ContentDeps {
  http: Http
  admission: Admission
  assets: Pick<Assets, 'storeImage'>
}

export function contentRoutes({ http, admission, ...parts }: ContentRouteDeps) {
  const { store } = parts
  const { sessionOf } = admission
  return http
    .surface('plugin', { errors: 'plugin', crossOrigin: false })
    .get(
      '/plugin/document',
      ({ caller, request }) => readEdited(parts, { caller, session: sessionOf(request), work: workContext(request) }),
      {
        id: 'plugin.getDocument',
        summary: 'Get the edited document',
        description: 'The document with its revision, the access level and rights of the user, and the lock holder.',
        admit: admission.editor,
        response: { 200: EditedDocument },
        errors: ['TEMPLATE_NOT_FOUND'],
      },
    )
    .get(
      '/plugin/revisions/:revision',
      ({ caller, params, request }) =>
        readRevision(parts, { caller, session: sessionOf(request) }, Number(params.revision)),
      {
        id: 'plugin.getRevision',
        summary: 'Get the document of a revision',
        description: 'An earlier revision, as the base of a merge. Available for the last 200 saves.',
        admit: admission.editor,
        etag: digestOf,
        params: RevisionParams,
        response: { 200: EditedRevision },
        errors: ['TEMPLATE_NOT_FOUND', 'VERSION_NOT_FOUND'],
      },
    )
    .post(
      '/plugin/operations',
      ({ caller, body, request }) =>
        withCleaned(parts.workers.forCaller(workContext(request)), body.operations, () =>
          store.tx((db) => applyToEmail(db, caller, sessionOf(request), body), underLocks),
        ),
      {
        id: 'plugin.applyOperations',
        summary: 'Save by operations',
        description:
          'Autosave of the editor. Operations on an older revision are rebased on later changes. If both changed the same ' +
          'content, the request fails with `revision`, `operationsSince` and `conflicts`.',
        admit: admission.editor,
        body: ApplyEdit,
        response: { 200: AppliedEdit },
        errors: [...editErrors, 'REVISION_CONFLICT', 'IDEMPOTENCY_KEY_REUSED', ...documentErrors],
      },
    )
    .post(
      '/plugin/save',
      ({ caller, body, once, request }) => {
        const session = sessionOf(request)
        return saveEmail(parts, { caller, session, work: workContext(request) }, body, (write) =>
          once(write, { resource: session.emailId }),
        )
      },
      {
        id: 'plugin.save',
        summary: 'Save the email',
        description:
          'Saves the document, or HTML and CSS from another editor, as a separate version. Every failure is SAVE_FAILED ' +
          'with the HTTP status of the cause; `details` starts with its code. Also available at `/plugin/save`.',
        admit: admission.session,
        once: underLocks,
        body: SaveEmail,
        response: { 200: SavedEmail },
        errors: ['SAVE_FAILED', 'TEMPLATE_NOT_FOUND', 'PERMISSION_DENIED', 'REVISION_CONFLICT', 'LOCKED'],
      },
    )
    .get('/plugin/lock', ({ caller, request }) => readEmailLock(store.read, caller, sessionOf(request)), {
      id: 'plugin.getLock',
      summary: 'Get the lock holder and the revision',
      description: 'Polled by open editors to show the lock holder and changes of other users.',
      admit: admission.editor,
      response: { 200: EditorLockStatus },
      errors: ['TEMPLATE_NOT_FOUND'],
    })
    .put(
      '/plugin/lock',
      ({ caller, body, request }) => store.tx((db) => holdEmail(db, caller, sessionOf(request), body), underLocks),
      {
        id: 'plugin.acquireLock',
        summary: 'Acquire the editing lock',
        description:
          'Acquires or extends the lock for this window. `held` is false while another window or user has it.',
        admit: admission.editor,
        body: AcquireEditorLock,
        response: { 200: EditorLockStatus },
        errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_READ_ONLY', 'PERMISSION_DENIED'],
      },
    )
    .delete(
      '/plugin/lock',
      ({ caller, request }) => store.tx((db) => letEmailGo(db, caller, sessionOf(request)), underLocks),
      {
        id: 'plugin.releaseLock',
        summary: 'Release the editing lock',
        description: 'No effect if this window does not have the lock.',
        admit: admission.editor,
        response: { 204: NothingToReport },
        errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_READ_ONLY', 'PERMISSION_DENIED'],
      },
    )
}
