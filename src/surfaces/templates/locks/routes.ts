import { type Http, digestOf } from '../../../platform/http/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { NoContent, TemplateParams } from '../template/index.ts'
import { AcquireLock, Lock, ReleaseQuery } from './contract.ts'
import { acquireLock, readLock, releaseLock } from './locks.ts'

export function lockRoutes({ http, store }: { http: Http; store: Store }) {
  return http
    .surface('locks')
    .get('/templates/:id/lock', ({ caller, params }) => readLock(store.read, caller, params.id), {
      id: 'locks.get',
      summary: 'Get the edit lock of a template',
      description: 'Returns the holder and expiry of the edit lock; null if the template is not locked.',
      scope: 'templates:read',
      etag: digestOf,
      params: TemplateParams,
      response: { 200: Lock },
      errors: ['TEMPLATE_NOT_FOUND'],
    })
    .post(
      '/templates/:id/lock',
      ({ caller, params, body }) => store.tx((db) => acquireLock(db, caller, params.id, body), underLocks),
      {
        id: 'locks.acquire',
        summary: 'Lock a template for editing',
        description:
          'Acquires the lock or extends the caller’s own. While it is held, writes by others fail with 423 and the holder. ' +
          'The lock expires if it is not renewed.',
        scope: 'templates:write',
        params: TemplateParams,
        body: AcquireLock,
        response: { 200: Lock },
        errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_READ_ONLY', 'PERMISSION_DENIED', 'LOCKED'],
      },
    )
    .delete(
      '/templates/:id/lock',
      ({ caller, params, query }) =>
        store.tx((db) => releaseLock(db, caller, { id: params.id, force: query.force }), underLocks),
      {
        id: 'locks.release',
        summary: 'Release the editing lock',
        description: 'Releases the caller’s own lock; no effect if the template is not locked.',
        scope: 'templates:write',
        params: TemplateParams,
        query: ReleaseQuery,
        response: { 204: NoContent },
        errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_READ_ONLY', 'PERMISSION_DENIED', 'LOCKED'],
      },
    )
}
