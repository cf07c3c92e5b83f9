import type { Http } from '../../../../platform/http/index.ts'
import { type Store, underLocks } from '../../../../platform/storage/index.ts'
import { NoContent } from '../../template/index.ts'
import { ListPage, ModuleParams } from '../contract.ts'
import { DeleteModuleQuery, DetachModule, InstanceResults, ModuleJob, ModuleUsagePage, SyncModule } from './contract.ts'
import { removeModule } from './remove-module.ts'
import { detachModule, syncModule } from './instances.ts'
import { getUsage } from './usage.ts'

/** Lists, updates and detaches the instances of a module; deletes modules. */
export function instanceRoutes({ http, store }: { http: Http; store: Store }) {
  return http
    .surface('modules')
    .get('/modules/:id/usage', ({ caller, params, query }) => getUsage(store.read, caller, params.id, query), {
      id: 'modules.getUsage',
      summary: 'List the instances of a module',
      description:
        'Instances in templates that the caller can view and in other modules, excluding templates in the trash.',
      scope: 'templates:read',
      params: ModuleParams,
      query: ListPage,
      response: { 200: ModuleUsagePage },
      errors: ['MODULE_NOT_FOUND', 'INVALID_CURSOR'],
    })
    .post(
      '/modules/:id/sync',
      ({ caller, params, body, once, set }) =>
        once(async (db) => queued(set, await syncModule({ store, db, caller }, params.id, body))),
      {
        id: 'modules.sync',
        summary: 'Sync pinned instances of a module',
        description:
          'Updates pinned instances to a version; with `dry_run`, only reports what would change in each email. A template ' +
          'that another user is editing, or that the caller may not edit, is reported as a failure and does not affect the ' +
          'others.',
        scope: 'templates:write',
        once: underLocks,
        location: '/v1/jobs/{job_id}',
        params: ModuleParams,
        body: SyncModule,
        response: { 200: InstanceResults, 202: ModuleJob },
        errors: ['MODULE_NOT_FOUND', 'VERSION_NOT_FOUND'],
      },
    )
    .post(
      '/modules/:id/detach',
      ({ caller, params, body, once, set }) =>
        once(async (db) => queued(set, await detachModule({ store, db, caller }, params.id, body))),
      {
        id: 'modules.detach',
        summary: 'Detach instances of a module',
        description:
          'Converts one instance, all instances of a template, or all instances to blocks of their templates. The blocks ' +
          'render like the instance, but no longer follow the module.',
        scope: 'templates:write',
        once: underLocks,
        location: '/v1/jobs/{job_id}',
        params: ModuleParams,
        body: DetachModule,
        response: { 200: InstanceResults, 202: ModuleJob },
        errors: ['MODULE_NOT_FOUND'],
      },
    )
    .delete(
      '/modules/:id',
      async ({ caller, params, query: { detach = false }, ifMatch, set }) => {
        const deletion = { detach, ifMatch }
        const job = await store.tx((db) => removeModule({ store, db, caller }, params.id, deletion), underLocks)
        set.status = job === undefined ? 204 : 202
        return job
      },
      {
        id: 'modules.delete',
        summary: 'Delete a module',
        description:
          'Fails while the module is in use; with `detach=true` its instances are converted to blocks first. Remaining ' +
          'references, such as those in older versions of a template, render nothing and cause a warning. Requires the ' +
          'level `edit` on every template with an instance, including the trash.',
        scope: 'templates:write',
        ifMatch: true,
        location: '/v1/jobs/{job_id}',
        params: ModuleParams,
        query: DeleteModuleQuery,
        response: { 204: NoContent, 202: ModuleJob },
        errors: ['MODULE_NOT_FOUND', 'MODULE_IN_USE', 'PERMISSION_DENIED', 'PRECONDITION_FAILED'],
      },
    )
}

function queued<T extends object>(set: { status?: number | string }, answer: T): T {
  if ('job_id' in answer) set.status = 202
  return answer
}
