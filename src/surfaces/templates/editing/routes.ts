import { type Http, etagOf, workContext } from '../../../platform/http/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import type { WorkerPool } from '../../../platform/jobs/index.ts'
import { TemplateParams, withCleaned } from '../template/index.ts'
import { AppliedOperations, ApplyOperations } from './contract.ts'
import { applyEdit } from './editing.ts'

/** Editing a template by operations. */
export function editingRoutes({ http, workers }: { http: Http; store: Store; workers: WorkerPool }) {
  return http.surface('templates').post(
    '/templates/:id/operations',
    ({ caller, params, body, once, request, set }) =>
      withCleaned(workers.forCaller(workContext(request)), body.operations, () =>
        once(async (db) => {
          const { edit_id: editId, ...input } = body
          const identity = editId === undefined ? undefined : { editId }
          const { sent: _, savedAt: __, ...applied } = await applyEdit(db, caller, params.id, input, identity)
          set.headers.etag = etagOf(applied.revision)
          return applied
        }),
      ),
    {
      id: 'templates.applyOperations',
      summary: 'Edit a template by operations',
      description:
        'Applies all operations or none. Operations on an older revision are rebased on what others saved since; if both ' +
        'changed the same thing, the response is 409 with their operations and the conflicting ones. Saves without ' +
        'a label fold into one version while the pauses are short.',
      scope: 'templates:write',
      once: underLocks,
      params: TemplateParams,
      body: ApplyOperations,
      response: { 200: AppliedOperations },
      errors: [
        'TEMPLATE_NOT_FOUND',
        'TEMPLATE_READ_ONLY',
        'PERMISSION_DENIED',
        'CONTENT_LOCKED',
        'LOCKED',
        'REVISION_CONFLICT',
        'DOCUMENT_INVALID',
        'DOCUMENT_TOO_LARGE',
      ],
    },
  )
}
