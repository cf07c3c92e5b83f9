/** Exports whose caller loses its access while they are made. */
import { afterAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import { type Caller, createVault } from '../../../src/platform/identity/index.ts'
import { createWorkers } from '../../../src/platform/jobs/index.ts'
import { type ExportDeps, createExports, exportHandler } from '../../../src/surfaces/exports/index.ts'
import { createApiKey, createCompany, createProject } from '../../../src/surfaces/projects/index.ts'
import { startJobs, until } from '../../platform/jobs/runner.ts'
import { eachDialect, temporaryDirectory } from '../../support/store.ts'
import { workerEntry } from '../../support/service.ts'

const workers = createWorkers({ entry: workerEntry })
afterAll(() => workers.close())

eachDialect((_, open) => {
  test.each([
    ['revoked', { revokedAt: 1 }, 'UNAUTHORIZED'],
    ['expired', { expiresAt: 1 }, 'UNAUTHORIZED'],
    ['without the scope', { scopes: ['templates:read'] }, 'FORBIDDEN'],
  ])('a key that is %s meanwhile gets no export, and no file stays', async (_what, change, code) => {
    const store = await open()
    const blobs = openBlobs(temporaryDirectory())
    let readImage = async () => undefined as undefined
    const parts: ExportDeps = {
      store,
      blobs,
      workers,
      vault: createVault('a secret for tests'),
      cdnUrl: 'https://cdn.example',
      send: () => Promise.reject(new Error('Nothing is sent.')),
      fontFolder: '',
      readImage: () => readImage(),
    }
    const caller = await store.tx(async (db): Promise<Caller> => {
      const company = await createCompany(db, { name: 'Acme' })
      const { project } = await createProject(db, parts.vault, { companyId: company.id, name: 'Shop' })
      const { id } = await createApiKey(db, { projectId: project.id, name: 'Key', scopes: ['exports'] })
      const actor = { kind: 'api_key', id, name: 'Key' } as const
      return { companyId: company.id, projectId: project.id, actor, scopes: ['exports'] }
    })
    readImage = async () => {
      await store.tx((db) => db.update(db.tables.apiKeys).set(change).where(eq(db.tables.apiKeys.id, caller.actor.id)))
      return undefined
    }
    const exports = createExports(parts)
    const image = { type: 'image', src: '/cdn/a.png', alt: 'A' }
    const document = { meta: { title: 'T' }, rows: [{ type: 'section', columns: [{ blocks: [image] }] }] }
    const input = { document, async: true, format: 'html', options: { images: 'data' } }
    const { id } = await exports.create(caller, input as never)
    startJobs(store, [exportHandler(parts)])
    await until(async () => ['failed', 'completed'].includes((await exports.get(caller, id)).status))
    expect(await exports.get(caller, id)).toMatchObject({ status: 'failed', error: { code } })
    expect(await blobs.list()).toEqual([])
  })
})
