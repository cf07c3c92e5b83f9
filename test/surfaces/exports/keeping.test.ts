import { afterAll, expect, test } from 'bun:test'
import { firstId } from '../../../src/kernel/ids/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import { type Caller, createVault } from '../../../src/platform/identity/index.ts'
import { createWorkers } from '../../../src/platform/jobs/index.ts'
import type { Store } from '../../../src/platform/storage/index.ts'
import { createExports, purgeExports } from '../../../src/surfaces/exports/index.ts'
import { createCompany, createProject } from '../../../src/surfaces/projects/index.ts'
import { workerEntry } from '../../support/service.ts'
import { eachDialect, temporaryDirectory } from '../../support/store.ts'

const vault = createVault('a secret for tests')
const workers = createWorkers({ entry: workerEntry })
afterAll(() => workers.close())
const send = () => Promise.reject(new Error('Nothing is sent.'))
const hourMs = 3_600_000

async function openTestService(store: Store) {
  const blobs = openBlobs(temporaryDirectory())
  const clock = { nowMs: Date.parse('2026-11-21T10:00:00Z') }
  const cdnUrl = 'https://cdn.example'
  const exports = createExports({
    store,
    blobs,
    vault,
    workers,
    cdnUrl,
    readImage: async () => undefined,
    send,
    fontFolder: '',
    now: () => clock.nowMs,
  })
  const caller = await store.tx(async (db): Promise<Caller> => {
    const company = await createCompany(db, { name: 'Acme' })
    const { project } = await createProject(db, vault, { companyId: company.id, name: 'Shop' })
    const actor = { kind: 'api_key', id: 'key_1', name: 'Key' } as const
    return { companyId: company.id, projectId: project.id, actor, scopes: ['exports'] }
  })
  const make = () => exports.create(caller, { html: '<p>x</p>', format: 'html' })
  return { exports, blobs, caller, clock, make }
}

function partsOf(url: string) {
  const { pathname, searchParams } = new URL(url)
  const [exportId = '', name = ''] = pathname.split('/').slice(3).map(decodeURIComponent)
  return { exportId, name, exp: searchParams.get('exp') ?? '', sig: searchParams.get('sig') ?? '' }
}

const code = (call: Promise<unknown>) =>
  call.then(
    () => 'no failure',
    (error) => error.apiCode ?? error,
  )

eachDialect((_dialect, open) => {
  test('a link lives an hour, and a fresh one never longer than the export', async () => {
    const { exports, caller, clock, make } = await openTestService(await open())
    const made = await make()
    const link = partsOf(made.files[0]?.url ?? '')
    clock.nowMs += hourMs - 1
    expect((await exports.openLink(link)).bytes.length).toBe(8)
    clock.nowMs += 1
    expect(await code(exports.openLink(link))).toBe('LINK_EXPIRED')
    clock.nowMs += 22.5 * hourMs
    const last = partsOf((await exports.get(caller, made.id)).files[0]?.url ?? '')
    expect(Number(last.exp) * 1000).toBe(Date.parse(made.expires_at))
    clock.nowMs += hourMs / 2
    expect(await code(exports.get(caller, made.id))).toBe('EXPORT_NOT_FOUND')
    expect(await exports.list(caller, { limit: 10, descending: true })).toEqual([])
  })

  test('what has expired is purged with its files, and nothing else', async () => {
    const store = await open()
    const { exports, blobs, caller, clock, make } = await openTestService(store)
    for (let count = 0; count < 130; count++) await make()
    clock.nowMs += limits.exportHours * hourMs - 1
    const young = await make()
    expect(await purgeExports(store, blobs, { nowMs: clock.nowMs })).toBe(0)
    expect(await purgeExports(store, blobs, { nowMs: clock.nowMs + 1 })).toBe(130)
    expect(await purgeExports(store, blobs, { nowMs: clock.nowMs + 1 })).toBe(0)
    expect((await blobs.list()).map(({ key }) => key.split('/')[1])).toEqual([young.id])
    expect(await exports.list(caller, { limit: 10, descending: true })).toHaveLength(1)
  })

  test('files of exports that are gone are collected after a day, those of one that is there never', async () => {
    const store = await open()
    const { exports, blobs, caller, clock, make } = await openTestService(store)
    const made = await make()
    const bytes = new Uint8Array(1)
    const forgotten = firstId('export', clock.nowMs)
    const keys = ['0', 'of-an-attempt/0'].map((file) => `exports/${forgotten}/${file}`)
    for (const key of [...keys, 'exports/none/0']) await blobs.put(key, bytes)
    const { tables } = store.read
    await store.tx((db) => db.update(tables.exports).set({ expiresAt: clock.nowMs * 2 }))
    const nowMs = clock.nowMs + limits.orphanHours * hourMs
    expect(await purgeExports(store, blobs, { nowMs })).toBe(0)
    expect(await purgeExports(store, blobs, { nowMs: nowMs + 1 })).toBe(2)
    expect((await blobs.list()).map(({ key }) => key.split('/')[1])).toEqual([made.id, 'none'])
    expect((await exports.open(caller, made.id)).file.bytes.length).toBe(8)
  })

  test('an export of an older version, whose files lie beside each other, is opened and deleted', async () => {
    const store = await open()
    const { exports, blobs, caller, make } = await openTestService(store)
    const { id } = await make()
    const key = (await blobs.list())[0]?.key ?? ''
    const old = `exports/${id}/0`
    await blobs.put(old, (await blobs.get(key)) ?? new Uint8Array())
    await blobs.delete(key)
    const { tables } = store.read
    const files = [{ name: 'Email.html', mime: 'text/html', bytes: 8, key: old }]
    await store.tx((db) => db.update(tables.exports).set({ files }))
    expect((await exports.open(caller, id)).file.bytes.length).toBe(8)
    await exports.remove(caller, id)
    expect(await blobs.list()).toEqual([])
  })

  test('a call whose row is not written leaves no file behind', async () => {
    const { exports, blobs, caller, make } = await openTestService(await open())
    const input = { html: '<p>x</p>', format: 'html' } as const
    const first = await make()
    expect(await exports.create(caller, input, { transact: async () => first })).toBe(first)
    const boom = new Error('boom')
    expect(await code(exports.create(caller, input, { transact: () => Promise.reject(boom) }))).toBe(boom)
    expect(await blobs.list()).toHaveLength(1)
  })

  test('files that lie over the limit together are refused', async () => {
    const store = await open()
    const { caller } = await openTestService(store)
    const bytes = new Uint8Array(limits.exportBytes)
    const blobs = openBlobs(temporaryDirectory())
    const readImage = async () => ({ bytes, mime: 'image/png' })
    const exports = createExports({
      store,
      blobs,
      vault,
      workers,
      cdnUrl: 'https://cdn.example',
      readImage,
      send,
      fontFolder: '',
    })
    const input = { html: '<img src="/cdn/big.png">', format: 'zip' } as const
    expect(await code(exports.create(caller, input))).toBe('EXPORT_TOO_LARGE')
    expect(await blobs.list()).toEqual([])
  })
})
