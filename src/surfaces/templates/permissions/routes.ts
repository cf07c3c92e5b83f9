import { type Http, etagOf } from '../../../platform/http/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { NoContent, TemplateParams } from '../template/index.ts'
import { FolderParams, Grant, GrantParams, NewGrant, Permissions, ReplacePermissions } from './contract.ts'
import {
  grant,
  listFolderPermissions,
  listPermissions,
  replaceFolderPermissions,
  replacePermissions,
  revoke,
  tagOf,
} from './permissions.ts'

const errors = ['TEMPLATE_NOT_FOUND', 'TEMPLATE_READ_ONLY', 'PERMISSION_DENIED'] as const

export function permissionRoutes({ http, store }: { http: Http; store: Store }) {
  return http
    .surface('permissions')
    .get(
      '/templates/:id/permissions',
      async ({ caller, params, set }) => tagged(set, await listPermissions(store.read, caller, params.id)),
      {
        id: 'permissions.list',
        summary: 'List permissions',
        description: 'Grants on the template and on its ancestor folders, and the level of the caller.',
        scope: 'templates:read',
        params: TemplateParams,
        etag: true,
        response: { 200: Permissions },
        errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_READ_ONLY'],
      },
    )
    .put(
      '/templates/:id/permissions',
      async ({ caller, params, body, ifMatch, set }) =>
        tagged(set, await store.tx((db) => replacePermissions(db, caller, params.id, { body, ifMatch }), underLocks)),
      {
        id: 'permissions.replace',
        summary: 'Replace all grants',
        description: 'Replaces all grants and the default. Without them, the template is open to the project.',
        scope: 'templates:write',
        ifMatch: true,
        params: TemplateParams,
        body: ReplacePermissions,
        response: { 200: Permissions },
        errors: [...errors, 'PRECONDITION_FAILED'],
      },
    )
    .post(
      '/templates/:id/permissions',
      ({ caller, params, body, once }) => once((db) => grant(db, caller, params.id, body)),
      {
        id: 'permissions.grant',
        summary: 'Grant a level',
        description:
          'Grants a level to an API key, an account, a plugin user or a role. Replaces an existing grant on the template.',
        scope: 'templates:write',
        once: underLocks,
        params: TemplateParams,
        body: NewGrant,
        response: { 201: Grant },
        errors: [...errors, 'LIMIT_REACHED'],
      },
    )
    .delete(
      '/templates/:id/permissions/:permissionId',
      ({ caller, params, ifMatch }) => store.tx((db) => revoke(db, caller, { ...params, ifMatch }), underLocks),
      {
        id: 'permissions.revoke',
        summary: 'Revoke a grant',
        description: 'Removes one grant. If-Match takes the ETag of the permissions of the template.',
        scope: 'templates:write',
        ifMatch: true,
        params: GrantParams,
        response: { 204: NoContent },
        errors: [...errors, 'PERMISSION_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
    .get(
      '/folders/:id/permissions',
      async ({ caller, params, set }) => tagged(set, await listFolderPermissions(store.read, caller, params.id)),
      {
        id: 'permissions.listOfFolder',
        summary: 'List the grants of a folder',
        description: 'The grants apply to every template in the folder and its subfolders.',
        scope: 'admin',
        params: FolderParams,
        etag: true,
        response: { 200: Permissions },
        errors: ['FOLDER_NOT_FOUND'],
      },
    )
    .put(
      '/folders/:id/permissions',
      async ({ caller, params, body, ifMatch, set }) =>
        tagged(
          set,
          await store.tx((db) => replaceFolderPermissions(db, caller, params.id, { body, ifMatch }), underLocks),
        ),
      {
        id: 'permissions.replaceOfFolder',
        summary: 'Replace the grants of a folder',
        description:
          'Replaces the grants on a folder, which apply to every template in it and its subfolders; grants on a template ' +
          'take precedence.',
        scope: 'admin',
        ifMatch: true,
        params: FolderParams,
        body: ReplacePermissions,
        response: { 200: Permissions },
        errors: ['FOLDER_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
}

function tagged(set: { headers: Record<string, string | number> }, permissions: Permissions): Permissions {
  set.headers.etag = etagOf(tagOf(permissions))
  return permissions
}
