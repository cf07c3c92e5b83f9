import { type Http, etagOf } from '../../../platform/http/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { NoContent } from '../template/index.ts'
import {
  CreateFolder,
  DeleteFolderQuery,
  Folder,
  FolderList,
  FolderParams,
  ListFolders,
  MoveFolder,
  UpdateFolder,
} from './contract.ts'
import { deleteFolder } from './delete-folder.ts'
import { createFolder, getFolder, moveFolder, tagOf, updateFolder } from './folders.ts'
import { listFolders } from './tree.ts'

/** Folder routes. The templates of a folder are listed by the library routes. */
export function folderRoutes({ http, store }: { http: Http; store: Store }) {
  return http
    .surface('folders')
    .get('/folders', ({ caller, query }) => listFolders(store.read, caller, query), {
      id: 'folders.list',
      summary: 'List the folders',
      description: 'The whole tree with the number of templates in each folder, or a flat, paginated list.',
      scope: 'templates:read',
      query: ListFolders,
      response: { 200: FolderList },
      errors: ['INVALID_CURSOR'],
    })
    .post('/folders', ({ caller, body, once }) => once((db) => createFolder(db, caller, body)), {
      id: 'folders.create',
      summary: 'Create a folder',
      description: 'Creates a folder at the root or inside another. Names are unique among siblings, ignoring case.',
      scope: 'templates:write',
      once: underLocks,
      location: '/v1/folders/{id}',
      body: CreateFolder,
      response: { 201: Folder },
      errors: [
        'FOLDER_NOT_FOUND',
        'PERMISSION_DENIED',
        'FOLDER_TOO_DEEP',
        'NAME_TAKEN',
        'EXTERNAL_ID_TAKEN',
        'LIMIT_REACHED',
      ],
    })
    .get(
      '/folders/:id',
      async ({ caller, params, set }) => tagged(set, await getFolder(store.read, caller, params.id)),
      {
        id: 'folders.get',
        summary: 'Get one folder',
        description: 'Returns the folder with its path and number of templates, which does not affect the ETag.',
        scope: 'templates:read',
        params: FolderParams,
        etag: true,
        response: { 200: Folder },
        errors: ['FOLDER_NOT_FOUND'],
      },
    )
    .put(
      '/folders/:id',
      async ({ caller, params: { id }, body, ifMatch, set }) =>
        tagged(set, await store.tx((db) => updateFolder(db, caller, { id, body, ifMatch }), underLocks)),
      {
        id: 'folders.update',
        summary: 'Update a folder',
        description:
          'Changes the name, color, external id or metadata of the folder, or moves it with its contents by `parent_id`, ' +
          'like `POST /folders/{id}/move`.',
        scope: 'templates:write',
        ifMatch: true,
        params: FolderParams,
        body: UpdateFolder,
        response: { 200: Folder },
        errors: [
          'FOLDER_NOT_FOUND',
          'PERMISSION_DENIED',
          'FOLDER_CYCLE',
          'FOLDER_TOO_DEEP',
          'NAME_TAKEN',
          'EXTERNAL_ID_TAKEN',
          'PRECONDITION_FAILED',
        ],
      },
    )
    .delete(
      '/folders/:id',
      ({ caller, params, query, ifMatch }) =>
        deleteFolder(store, caller, { id: params.id, contents: query.contents ?? 'move_up', ifMatch }),
      {
        id: 'folders.delete',
        summary: 'Delete a folder',
        description:
          'Deletes a folder. Its contents move to the parent folder or are deleted with it. A moved subfolder whose name ' +
          'is already in use gets a number.',
        scope: 'templates:write',
        ifMatch: true,
        params: FolderParams,
        query: DeleteFolderQuery,
        response: { 204: NoContent },
        errors: ['FOLDER_NOT_FOUND', 'PERMISSION_DENIED', 'LOCKED', 'PRECONDITION_FAILED'],
      },
    )
    .post(
      '/folders/:id/move',
      ({ caller, params, body, once }) => once((db) => moveFolder(db, caller, params.id, body.parent_id)),
      {
        id: 'folders.move',
        summary: 'Move a folder',
        description: 'Moves a folder with its contents into another folder, or to the root with `parent_id: null`.',
        scope: 'templates:write',
        once: underLocks,
        params: FolderParams,
        body: MoveFolder,
        response: { 200: Folder },
        errors: ['FOLDER_NOT_FOUND', 'PERMISSION_DENIED', 'FOLDER_CYCLE', 'FOLDER_TOO_DEEP', 'NAME_TAKEN'],
      },
    )
}

function tagged(set: { headers: Record<string, string | number> }, folder: Folder): Folder {
  set.headers.etag = etagOf(tagOf(folder))
  return folder
}
