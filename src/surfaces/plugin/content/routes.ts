import { type Http, workContext } from '../../../platform/http/index.ts'
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
        summary: 'Get what the session edits',
        description: 'The document with its revision, the permissions of the user, and the lock holder.',
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
        description: 'An earlier revision as base for a merge. Available for the last 200 saves.',
        admit: admission.editor,
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
          'The autosave of the editor. Operations on an older revision are rebased on what others saved; if both ' +
          'changed the same, the failure has `revision`, `operationsSince` and `conflicts`.',
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
          'Saves the document, or HTML and CSS made elsewhere, as a separate version. Every failure ' +
          'is SAVE_FAILED with the status of the cause, whose code starts the details. Also available at `/plugin/save`.',
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
      description: 'Polled by open editors to show changes of others and the lock holder.',
      admit: admission.editor,
      response: { 200: EditorLockStatus },
      errors: ['TEMPLATE_NOT_FOUND'],
    })
    .put(
      '/plugin/lock',
      ({ caller, body, request }) => store.tx((db) => holdEmail(db, caller, sessionOf(request), body), underLocks),
      {
        id: 'plugin.acquireLock',
        summary: 'Hold the editing lock',
        description: 'Acquires or extends it for this window. `held` is false while someone else has it.',
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
        summary: 'Release the edit lock',
        description: 'No effect if this window does not hold it.',
        admit: admission.editor,
        response: { 204: NothingToReport },
        errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_READ_ONLY', 'PERMISSION_DENIED'],
      },
    )
}
