import { describe, expect, test } from 'bun:test'
import { verifyAudit } from '../../../../src/platform/audit/index.ts'
import { openBlobs } from '../../../../src/platform/blobs/index.ts'
import { ask } from '../../../support/scenario.ts'
import { startService } from '../../../support/service.ts'
import { dialects, temporaryDirectory } from '../../../support/store.ts'

describe.each([...dialects])('%s', (dialect) => {
  test('every change leaves one line of the audit log, and what changes nothing leaves none', async () => {
    const service = await startService({ dialect })
    const { auditLog } = service.store.read.tables
    const id = await service.create({ name: 'One', type: 'other' })
    const call = async (line: string, send?: object) =>
      ask(service, { call: line.replace(':id', id), ...(send && { send }) })
    await call('PUT /v1/templates/:id', { name: 'Two' })
    await call('PUT /v1/templates/:id', { name: 'Two' })
    await call('PUT /v1/templates/:id', { name: '' })
    await call('POST /v1/templates/:id/favorite')
    await call('POST /v1/templates/bulk/move', { ids: [id], folder_id: null })
    await call('DELETE /v1/templates/:id')
    await call('POST /v1/templates/:id/restore')
    await call('POST /v1/templates/bulk/delete', { ids: [id, id] })
    await call('DELETE /v1/templates/:id?permanent=true')
    const lines = (await service.store.read.select().from(auditLog).orderBy(auditLog.at)).filter(
      ({ target }) => target === id,
    )
    expect(lines.map(({ action, detail }) => [action, detail])).toEqual([
      ['template.created', { name: 'One' }],
      ['template.updated', { revision: 2, changed: ['name'] }],
      ['template.deleted', { permanent: false }],
      ['template.restored', {}],
      ['template.deleted', { permanent: false }],
      ['template.deleted', { permanent: true, name: 'Two' }],
    ])
    expect(lines.every(({ actorKind, projectId }) => actorKind === 'api_key' && projectId === service.projects.a)).toBe(
      true,
    )
    expect(lines.every(({ requestId }) => requestId?.startsWith('req_'))).toBe(true)
    const blobs = openBlobs(temporaryDirectory())
    expect((await verifyAudit(service.store.read, blobs)).problems).toEqual([])
  })
})
