import type { Http } from '../../../../platform/http/index.ts'
import { deleteMany, moveMany } from './bulk.ts'
import { BulkDelete, BulkMove, BulkResults } from './contract.ts'
import { underLocks } from '../../../../platform/storage/index.ts'

export function bulkRoutes({ http }: { http: Http }) {
  return http
    .surface('templates')
    .post('/templates/bulk/delete', ({ caller, body, once }) => once((db) => deleteMany(db, caller, body)), {
      id: 'templates.bulkDelete',
      summary: 'Delete many templates',
      description: 'Moves up to 1,000 templates to the trash. Failures do not affect the other templates.',
      scope: 'templates:write',
      once: underLocks,
      body: BulkDelete,
      response: { 200: BulkResults },
    })
    .post('/templates/bulk/move', ({ caller, body, once }) => once((db) => moveMany(db, caller, body)), {
      id: 'templates.bulkMove',
      summary: 'Move many templates',
      description: 'Moves up to 1,000 templates into a folder, or out of their folders with `folder_id: null`.',
      scope: 'templates:write',
      once: underLocks,
      body: BulkMove,
      response: { 200: BulkResults },
      errors: ['FOLDER_NOT_FOUND', 'PERMISSION_DENIED'],
    })
}
