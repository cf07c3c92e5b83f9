import { type Http, workContext } from '../../../platform/http/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import type { WorkerPool } from '../../../platform/jobs/index.ts'
import { TemplateParams, documentErrors, editErrors, withCleaned } from '../template/index.ts'
import { AppliedOperations, ApplyOperations } from './contract.ts'
import { editTemplate } from './editing.ts'

export function editingRoutes({ http, workers }: { http: Http; store: Store; workers: WorkerPool }) {
  return http
    .surface('templates')
    .post(
      '/templates/:id/operations',
      ({ caller, params, body, once, request }) =>
        withCleaned(workers.forCaller(workContext(request)), body.operations, () =>
          once((db) => editTemplate(db, caller, params.id, body)),
        ),
      {
        id: 'templates.applyOperations',
        summary: 'Edit a template by operations',
        description:
          'Applies all operations or none. Operations on an older revision are rebased on later changes. If both changed ' +
          'the same content, the response is 409 with the later operations and the conflicts. Saves without a label that ' +
          'follow each other within a short time are combined into one version.',
        scope: 'templates:write',
        once: underLocks,
        etag: 'revision',
        params: TemplateParams,
        body: ApplyOperations,
        response: { 200: AppliedOperations },
        errors: [...editErrors, 'REVISION_CONFLICT', ...documentErrors],
      },
    )
}
