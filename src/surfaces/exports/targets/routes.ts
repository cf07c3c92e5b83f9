import { type Http, digestOf } from '../../../platform/http/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { Deleted } from '../contract.ts'
import { CreateTarget, CustomTarget, CustomTargets, TargetFields, TargetParams, UpdateTarget } from './contract.ts'
import { selectTargets } from './store.ts'
import {
  addTarget,
  changeFields,
  changeTarget,
  loadFields,
  loadOwnTarget,
  presentTarget,
  removeTarget,
} from './targets.ts'

/** Routes of the project's own export targets, and of field maps of all targets. */
export function targetRoutes({ http, store }: { http: Http; store: Store }) {
  return http
    .surface('export')
    .get(
      '/export-targets',
      async ({ caller }) => ({ data: (await selectTargets(store.read, caller.projectId)).map(presentTarget) }),
      {
        id: 'exports.listTargets',
        summary: 'List custom targets',
        description:
          'Custom targets of the project. `GET /export/formats` lists them together with the built-in targets.',
        scope: 'exports',
        response: { 200: CustomTargets },
      },
    )
    .post(
      '/export-targets',
      ({ caller, body, once }) => once(async (db) => presentTarget(await addTarget(db, caller, body))),
      {
        id: 'exports.createTarget',
        summary: 'Add a target',
        description:
          'Adds an ESP that extends a built-in target with another name, other tags and links, or other files. Exports and ' +
          'connections use it like a built-in target; its level is `unverified`.',
        scope: 'exports',
        once: true,
        location: '/v1/export-targets/{id}',
        body: CreateTarget,
        response: { 201: CustomTarget },
        errors: ['EXPORT_TARGET_EXISTS', 'LIMIT_REACHED'],
      },
    )
    .get(
      '/export-targets/:id',
      async ({ caller, params }) => presentTarget(await loadOwnTarget(store.read, caller, params.id)),
      {
        id: 'exports.getTarget',
        summary: 'Get one target',
        description: 'Returns a custom target of the project.',
        scope: 'exports',
        etag: 'revision',
        params: TargetParams,
        response: { 200: CustomTarget },
        errors: ['EXPORT_TARGET_NOT_FOUND'],
      },
    )
    .put(
      '/export-targets/:id',
      async ({ caller, params, body, ifMatch }) =>
        presentTarget(await store.tx((db) => changeTarget(db, caller, { id: params.id, body, ifMatch }))),
      {
        id: 'exports.updateTarget',
        summary: 'Update a target',
        description: 'Changes the members in the body. Later exports use the changed target.',
        scope: 'exports',
        ifMatch: true,
        etag: 'revision',
        params: TargetParams,
        body: UpdateTarget,
        response: { 200: CustomTarget },
        errors: ['EXPORT_TARGET_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
    .delete(
      '/export-targets/:id',
      ({ caller, params, ifMatch }) => store.tx((db) => removeTarget(db, caller, params.id, ifMatch)),
      {
        id: 'exports.deleteTarget',
        summary: 'Delete a target',
        description: 'Later exports and pushes to the target fail; existing exports remain.',
        scope: 'exports',
        ifMatch: true,
        params: TargetParams,
        response: { 204: Deleted },
        errors: ['EXPORT_TARGET_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
    .get(
      '/export-targets/:id/fields',
      async ({ caller, params }) => ({ fields: await loadFields(store.read, caller, params.id) }),
      {
        id: 'exports.getTargetFields',
        summary: 'Get the field map of a target',
        description: 'Field names in the project’s account at the target. Works for built-in targets too.',
        scope: 'exports',
        etag: digestOf,
        params: TargetParams,
        response: { 200: TargetFields },
        errors: ['EXPORT_TARGET_NOT_FOUND'],
      },
    )
    .put(
      '/export-targets/:id/fields',
      async ({ caller, params: { id }, body: { fields }, ifMatch }) => {
        await store.tx((db) => changeFields(db, caller, { id, fields, ifMatch }))
        return { fields }
      },
      {
        id: 'exports.setTargetFields',
        summary: 'Set the field map of a target',
        description:
          'Applies to all exports and pushes of the project to the target, and to targets that extend it. ' +
          '`options.field_map` of a request takes precedence.',
        scope: 'exports',
        ifMatch: true,
        etag: digestOf,
        params: TargetParams,
        body: TargetFields,
        response: { 200: TargetFields },
        errors: ['EXPORT_TARGET_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
}
