import { type Http, etagOf } from '../../../platform/http/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { Deleted } from '../contract.ts'
import { CreateTarget, CustomTarget, CustomTargets, TargetFields, TargetParams, UpdateTarget } from './contract.ts'
import { type TargetRow, selectTargets } from './store.ts'
import {
  addTarget,
  changeFields,
  changeTarget,
  loadFields,
  loadOwnTarget,
  presentTarget,
  removeTarget,
} from './targets.ts'

/** Export targets of the project's own, and what it calls its fields at any target. */
export function targetRoutes({ http, store }: { http: Http; store: Store }) {
  return http
    .surface('export')
    .get(
      '/export-targets',
      async ({ caller }) => ({ data: (await selectTargets(store.read, caller.projectId)).map(presentTarget) }),
      {
        id: 'exports.listTargets',
        summary: 'List the project’s own targets',
        description: 'The built-in ones are in `GET /export/formats`, as these are too.',
        scope: 'exports',
        response: { 200: CustomTargets },
      },
    )
    .post(
      '/export-targets',
      ({ caller, body, once, set }) =>
        once(async (db) => {
          const row = await addTarget(db, caller, body)
          set.status = 201
          set.headers.location = `/v1/export-targets/${row.id}`
          return presentTarget(row)
        }),
      {
        id: 'exports.createTarget',
        summary: 'Add a target',
        description:
          'An ESP that extends a built-in target: with another name, other tags or links, other files. Exports and ' +
          'connections use it like a built-in one; its level is unverified.',
        scope: 'exports',
        once: true,
        body: CreateTarget,
        response: { 201: CustomTarget },
        errors: ['EXPORT_TARGET_EXISTS', 'LIMIT_REACHED'],
      },
    )
    .get(
      '/export-targets/:id',
      async ({ caller, params, set }) => tagged(set, await loadOwnTarget(store.read, caller, params.id)),
      {
        id: 'exports.getTarget',
        summary: 'Get one target',
        description: 'One of the project’s own.',
        scope: 'exports',
        params: TargetParams,
        response: { 200: CustomTarget },
        errors: ['EXPORT_TARGET_NOT_FOUND'],
      },
    )
    .put(
      '/export-targets/:id',
      async ({ caller, params, body, request, set }) => {
        const ifMatch = request.headers.get('if-match') ?? undefined
        return tagged(set, await store.tx((db) => changeTarget(db, caller, { id: params.id, body, ifMatch })))
      },
      {
        id: 'exports.updateTarget',
        summary: 'Update a target',
        description: 'Changes what the body names; exports from then on follow it.',
        scope: 'exports',
        params: TargetParams,
        body: UpdateTarget,
        response: { 200: CustomTarget },
        errors: ['EXPORT_TARGET_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
    .delete(
      '/export-targets/:id',
      async ({ caller, params, set }) => {
        await store.tx((db) => removeTarget(db, caller, params.id))
        set.status = 204
      },
      {
        id: 'exports.deleteTarget',
        summary: 'Delete a target',
        description: 'Exports and pushes that name it are rejected afterwards; existing exports remain.',
        scope: 'exports',
        params: TargetParams,
        response: { 204: Deleted },
        errors: ['EXPORT_TARGET_NOT_FOUND'],
      },
    )
    .get(
      '/export-targets/:id/fields',
      async ({ caller, params }) => ({ fields: await loadFields(store.read, caller, params.id) }),
      {
        id: 'exports.getTargetFields',
        summary: 'Get the field map of a target',
        description: 'What the fields of documents are called in the project’s account there, built-in targets too.',
        scope: 'exports',
        params: TargetParams,
        response: { 200: TargetFields },
        errors: ['EXPORT_TARGET_NOT_FOUND'],
      },
    )
    .put(
      '/export-targets/:id/fields',
      async ({ caller, params, body }) => {
        const { fields } = body
        await store.tx((db) => changeFields(db, caller, { id: params.id, fields }))
        return { fields }
      },
      {
        id: 'exports.setTargetFields',
        summary: 'Set the field map of a target',
        description:
          'Applies to every export and push of the project to the target; their own `options.field_map` takes precedence; ' +
          'what extends the target has it too.',
        scope: 'exports',
        params: TargetParams,
        body: TargetFields,
        response: { 200: TargetFields },
        errors: ['EXPORT_TARGET_NOT_FOUND'],
      },
    )
}

function tagged(set: { headers: Record<string, string | number> }, row: TargetRow): CustomTarget {
  set.headers.etag = etagOf(String(row.revision))
  return presentTarget(row)
}
