import { type Http, etagOf, workContext } from '../../../platform/http/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import type { WorkerPool } from '../../../platform/jobs/index.ts'
import { documentErrors, editErrors, withCleaned } from '../template/index.ts'
import {
  CreateModule,
  DuplicateModule,
  GetModule,
  ListModuleVersions,
  ListModules,
  Module,
  ModulePage,
  ModuleParams,
  ModuleVersionPage,
  UpdateModule,
} from './contract.ts'
import { instanceRoutes } from './instances/routes.ts'
import { duplicateModule, getModule, listModules, updateModule } from './modules.ts'
import { makeModule, readBody } from './take-from-template.ts'
import { listModuleVersions } from './versions.ts'

const nesting = ['MODULE_CYCLE', 'MODULE_TOO_DEEP', 'LIMIT_REACHED'] as const

/** Module routes. Nodes are read before a transaction opens, except those that come from a template. */
export function moduleRoutes({ http, store, workers }: { http: Http; store: Store; workers: WorkerPool }) {
  return http
    .surface('modules')
    .get('/modules', ({ caller, query }) => listModules(store.read, caller, query), {
      id: 'modules.list',
      summary: 'List the modules',
      description: 'Reusable modules, by name by default, without content.',
      scope: 'templates:read',
      query: ListModules,
      response: { 200: ModulePage },
      errors: ['INVALID_CURSOR'],
    })
    .post(
      '/modules',
      async ({ caller, body, once, request }) => {
        const read = await withCleaned(workers.forCaller(workContext(request)), body, () => readBody(body))
        return once((db) => makeModule(db, caller, { body, content: read }))
      },
      {
        id: 'modules.create',
        summary: 'Create a module',
        description:
          'Creates a module from rows of a document, or from a row of a template with the images and translations that it ' +
          'uses. With `replace`, an instance replaces the row, and the email renders as before. Theme colors, fonts, ' +
          'classes and merge fields are those of the template that contains the instance.',
        scope: 'templates:write',
        once: underLocks,
        location: '/v1/modules/{id}',
        etag: 'revision',
        body: CreateModule,
        response: { 201: Module },
        errors: ['EXTERNAL_ID_TAKEN', ...documentErrors, ...nesting, ...editErrors],
      },
    )
    .get(
      '/modules/:id',
      async ({ caller, params, query, set }) => {
        const module = await getModule(store.read, caller, params.id, query.version)
        set.headers.etag = etagOf(
          query.version === undefined ? module.revision : `${module.revision}-${module.version}`,
        )
        return module
      },
      {
        id: 'modules.get',
        summary: 'Get one module',
        description:
          'Returns the content of the module, in the latest or any other version. The ETag contains the revision; ' +
          '`usage_count` does not affect it.',
        scope: 'templates:read',
        params: ModuleParams,
        query: GetModule,
        etag: true,
        response: { 200: Module },
        errors: ['MODULE_NOT_FOUND', 'VERSION_NOT_FOUND'],
      },
    )
    .put(
      '/modules/:id',
      ({ caller, params: { id }, body, ifMatch, request }) =>
        withCleaned(workers.forCaller(workContext(request)), body, () =>
          store.tx((db) => updateModule(db, caller, { id, body, ifMatch }), underLocks),
        ),
      {
        id: 'modules.update',
        summary: 'Update a module',
        description:
          'Changed content creates a new version. Instances that follow the latest version render it immediately; pinned ' +
          'instances have to be synced. Omitted members stay unchanged. Requires the level `edit` on every template that ' +
          'renders the latest version.',
        scope: 'templates:write',
        ifMatch: true,
        etag: 'revision',
        params: ModuleParams,
        body: UpdateModule,
        response: { 200: Module },
        errors: [
          'MODULE_NOT_FOUND',
          'PERMISSION_DENIED',
          'PRECONDITION_FAILED',
          'EXTERNAL_ID_TAKEN',
          ...documentErrors,
          ...nesting,
        ],
      },
    )
    .post(
      '/modules/:id/duplicate',
      ({ caller, params, body, once }) => once((db) => duplicateModule(db, caller, params.id, body)),
      {
        id: 'modules.duplicate',
        summary: 'Duplicate a module',
        description:
          'Creates a separate module with the current content and metadata of this one, without its external id. No template uses it yet.',
        scope: 'templates:write',
        once: underLocks,
        location: '/v1/modules/{id}',
        etag: 'revision',
        params: ModuleParams,
        body: DuplicateModule,
        response: { 201: Module },
        errors: ['MODULE_NOT_FOUND', 'MODULE_TOO_DEEP', 'LIMIT_REACHED'],
      },
    )
    .get(
      '/modules/:id/versions',
      ({ caller, params, query }) => listModuleVersions(store.read, caller, params.id, query),
      {
        id: 'modules.listVersions',
        summary: 'List the versions of a module',
        description:
          'Versions with a summary of their changes, latest first. `GET /modules/{id}?version=` returns one of them.',
        scope: 'templates:read',
        params: ModuleParams,
        query: ListModuleVersions,
        response: { 200: ModuleVersionPage },
        errors: ['MODULE_NOT_FOUND', 'INVALID_CURSOR'],
      },
    )
    .use(instanceRoutes({ http, store }))
}
