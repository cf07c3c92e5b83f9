/** Replacing the file of an asset on both dialects: what shows the new one, what keeps the old one, and what is refused. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { createVault } from '../../../src/platform/identity/index.ts'
import { createJobs } from '../../../src/platform/jobs/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import { createShowAsset } from '../../../src/surfaces/assets/index.ts'
import { bytesOf, photo, seen } from '../../email/image/images.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { type Answer, ask } from '../../support/scenario.ts'
import { type TestService, startService, testSecret } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { openTestService } from '../plugin/host.ts'
import { answerOf, formOf, sendAsset } from './send-file.ts'

interface Shown {
  id: string
  url: string
  name: string
  version: number
  revision: number
  mime: string
  width: number
  focal_point?: { x: number; y: number }
  replacement: { from_version: number; focal_point: string; focal_point_reason?: string; job_id: string | null }
}

interface ShowJob {
  status: string
  result: { version: number; processed: number; changed: number; failed: number; results: object[] } | null
}

const png = (width: number, height: number) => bytesOf(photo(width, height).png())
const jpeg = (width: number, height: number) => bytesOf(photo(width, height).jpeg())

describe.each(dialects)('replacing the file of an asset on %s', (dialect) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService({ dialect, listens: true })
    const { store } = service
    const handlers = [createShowAsset({ store, vault: createVault(testSecret) })]
    const jobs = createJobs({ store, log: createLog('error'), metrics: createMetrics(), handlers, schedules: [] })
    cleanUp(() => jobs.drain(0))
    jobs.start()
  })

  async function replace(
    id: string,
    bytes: Uint8Array | string,
    { headers = {}, key = service.keys.a }: { headers?: Record<string, string>; key?: string } = {},
  ): Promise<Answer> {
    const form = await formOf({ bytes, fileName: 'new.bin' })
    const request = new Request(`http://localhost/v1/assets/${id}/content`, {
      method: 'PUT',
      headers: { 'svc-api-auth': key, 'content-type': form.type, ...headers },
      body: form.bytes,
    })
    return answerOf(await service.handle(request))
  }
  async function replaced(id: string, bytes: Uint8Array): Promise<Shown> {
    const { body, status, text } = await replace(id, bytes)
    if (status !== 200) throw new Error(text)
    return body as Shown
  }
  const must = async <T>(call: string, send?: unknown): Promise<T> => {
    const { body, status, text } = await ask(service, { call, ...(send === undefined ? {} : { send }) } as never)
    if (status >= 300) throw new Error(`${call}: ${status} ${text}`)
    return body as T
  }
  async function ended(jobId: string | null): Promise<NonNullable<ShowJob['result']>> {
    const look = () => must<ShowJob>(`GET /v1/jobs/${jobId}`)
    await until(async () => (await look()).result !== null, 'the end of the job')
    return (await look()).result as NonNullable<ShowJob['result']>
  }
  const pathOf = (url: string) => new URL(url).pathname
  const fetchUrl = async (url: string) => {
    const { pathname, search } = new URL(url, 'http://localhost')
    const response = await service.handle(new Request(`http://localhost${pathname}${search}`))
    return { status: response.status, headers: response.headers, bytes: await response.bytes() }
  }
  const block = (src: string, more = {}) => ({ type: 'image', src, alt: 'x', ...more })
  const documentOf = (...blocks: object[]) => ({ rows: [{ type: 'section', columns: [{ blocks }] }] })
  const htmlOf = async (id: string, query = '') =>
    (await ask(service, { call: `GET /v1/templates/${id}/html${query}` })).text
  const textOf = async (id: string) =>
    JSON.stringify((await must<{ document: object }>(`GET /v1/templates/${id}/structured`)).document)

  test('the asset keeps what describes it, and has another file under another URL; the old URL keeps the old file', async () => {
    const old = await png(40, 20)
    const before = await sendAsset(service, {
      bytes: old,
      fileName: 'logo.png',
      fields: [
        ['alt', 'Our logo'],
        ['folder', 'Brand'],
        ['tags', 'logo'],
        ['external_id', `logo-${dialect}`],
      ],
    })
    const oldFile = await fetchUrl(before.url)
    const after = await replaced(before.id, await jpeg(80, 40))
    expect(after).toMatchObject({
      id: before.id,
      name: 'logo.png',
      alt: 'Our logo',
      folder: 'Brand',
      tags: ['logo'],
      external_id: `logo-${dialect}`,
      version: 2,
      revision: 2,
      mime: 'image/jpeg',
      width: 80,
      height: 40,
      replacement: { from_version: 1, focal_point: 'none', job_id: null },
    })
    expect(pathOf(after.url)).toBe(`/cdn/${before.id}.2/logo.png`)
    const [kept, current] = [await fetchUrl(before.url), await fetchUrl(after.url)]
    expect(kept.bytes).toEqual(oldFile.bytes)
    expect([kept.headers.get('content-type'), current.headers.get('content-type')]).toEqual(['image/png', 'image/jpeg'])
    expect(current.headers.get('cache-control')).toContain('immutable')
    expect(current.headers.get('etag')).not.toBe(kept.headers.get('etag'))
    // Sizes of both are made from their own files.
    for (const [url, height] of [
      [before.url, 10],
      [after.url, 10],
    ] as const)
      expect(await seen((await fetchUrl(`${url}?w=20`)).bytes)).toMatchObject({ width: 20, height })
    expect((await fetchUrl(`/cdn/${before.id}.3/logo.png`)).status).toBe(404)
    expect(await service.events()).toContain('asset.replaced')
  })

  test('an open editor merges it; a draft that another key has locked stays, is reported, and follows later', async () => {
    const asset = await sendAsset(service, { bytes: await png(30, 30), fileName: 'locked.png' })
    const path = pathOf(asset.url)
    const create = (name: string) => service.create({ name, type: 'other', document: documentOf(block(path)) })
    const [open, locked] = [await create('Open in an editor'), await create('Locked')]
    const { body } = await ask(service, { call: `POST /v1/projects/${service.projects.a}/credentials/rotate` })
    const { plugin_id: pluginId, secret_key: secret } = body as { plugin_id: string; secret_key: string }
    const host = { projectId: service.projects.a, pluginId, secret }
    const editor = await openTestService(service, host, { emailId: open, userId: 1 })
    expect((await editor.call('PUT /v1/plugin/lock', {})).status).toBe(200)
    const { key } = await must<{ key: string }>('POST /v1/api-keys', { name: 'Other', scopes: ['templates:write'] })
    const lock = (call: string) =>
      ask(service, { call: `${call} /v1/templates/${locked}/lock`, key, send: {} } as never)
    expect((await lock('POST')).status).toBe(200)

    const { replacement } = await replaced(asset.id, await png(31, 31))
    expect(await ended(replacement.job_id)).toMatchObject({
      processed: 2,
      changed: 1,
      failed: 1,
      results: [{ kind: 'template', id: locked, changed: false, error: { code: 'LOCKED' } }],
    })
    expect(await textOf(open)).toContain(`/cdn/${asset.id}.2/`)
    expect(await textOf(locked)).not.toContain(`/cdn/${asset.id}.2/`)
    expect((await must<{ revision: number }>(`GET /v1/templates/${locked}`)).revision).toBe(1)

    await ask(service, { call: `DELETE /v1/templates/${locked}/lock`, key } as never)
    const restored = await must<Shown>(`POST /v1/assets/${asset.id}/versions/2/restore`)
    expect(await ended(restored.replacement.job_id)).toMatchObject({ processed: 2, changed: 1, failed: 0 })
    expect(await textOf(locked)).toContain(`/cdn/${asset.id}.2/`)
  })

  test('drafts and modules show it when they are rendered again, releases as before', async () => {
    const asset = await sendAsset(service, { bytes: await png(60, 30), fileName: 'hero.png' })
    const path = pathOf(asset.url)
    const cropped = pathOf(
      (await must<{ url: string }>(`POST /v1/assets/${asset.id}/links`, { w: 20, crop: '0,0,10,10' })).url,
    )
    const { search } = new URL(
      (await must<{ url: string }>(`POST /v1/assets/${asset.id}/links`, { w: 20, crop: '0,0,10,10' })).url,
    )
    const draft = await service.create({
      name: 'Draft',
      type: 'other',
      document: {
        ...documentOf(block('hero', { width: 300, height: 150 }), block(`${path}?w=50`), block(cropped + search), {
          type: 'text',
          text: `<p>See <a href="${path}?w=9&amp;utm_source=x">it</a></p>`,
        }),
        assets: { hero: { url: path, width: 60, height: 30, mime: 'image/png' } },
      },
    })
    const module = await must<{ id: string }>('POST /v1/modules', {
      name: `Header ${dialect}`,
      nodes: documentOf(block(path)).rows,
    })
    const follower = await service.create({
      name: 'Follower',
      type: 'other',
      document: { rows: [{ type: 'module', ref: { id: module.id, version: 'latest' } }] },
    })
    await must(`POST /v1/templates/${draft}/publish`, {})
    const released = await htmlOf(draft, '?version=1')
    const { replacement } = await replaced(asset.id, await jpeg(60, 60))
    expect(await ended(replacement.job_id)).toMatchObject({ version: 2, processed: 2, changed: 2, failed: 0 })

    const text = await textOf(draft)
    expect(text).not.toContain(`/cdn/${asset.id}/`)
    expect(text).not.toContain('crop=')
    expect(text).toContain(`/cdn/${asset.id}.2/hero.png?w=9&utm_source=x`)
    const { assets, rows } = JSON.parse(text) as {
      assets: Record<string, object>
      rows: { columns: { blocks: { height?: number }[] }[] }[]
    }
    expect(assets['hero']).toMatchObject({ width: 60, height: 60, mime: 'image/jpeg' })
    expect(rows[0]?.columns[0]?.blocks[0]).toMatchObject({ width: 300, height: 300 })
    for (const id of [draft, follower]) {
      const html = await htmlOf(id, id === draft ? '?version=draft' : '')
      expect(html).toContain(`/cdn/${asset.id}.2/hero.png`)
      expect(html).not.toContain(`/cdn/${asset.id}/`)
    }
    expect(await htmlOf(draft, '?version=1')).toBe(released)
    const { data: uses } = await must<{ data: { id: string }[] }>(`GET /v1/assets/${asset.id}/usage`)
    expect(uses.map(({ id }) => id).toSorted()).toEqual([draft, module.id].toSorted())
    const signed = [...(await htmlOf(draft, '?version=draft')).matchAll(/\/cdn\/[^"\\\s]+/g)].map(([url]) => url)
    for (const url of signed) expect((await fetchUrl(url.replaceAll('&amp;', '&'))).status, url).toBe(200)
  })

  test('restoring the version before undoes it, with the URLs, sizes and focal point that there were', async () => {
    const asset = await sendAsset(service, { bytes: await png(62, 31), fileName: 'undo.png' })
    await must(`PUT /v1/assets/${asset.id}`, { focal_point: { x: 0.25, y: 0.75 } })
    const path = pathOf(asset.url)
    const id = await service.create({
      name: 'Undo',
      type: 'other',
      document: {
        ...documentOf(block('undo')),
        assets: { undo: { url: path, width: 62, height: 31, mime: 'image/png' } },
      },
    })
    const before = await textOf(id)
    const same = await replaced(asset.id, await png(124, 62))
    expect(same).toMatchObject({ focal_point: { x: 0.25, y: 0.75 }, replacement: { focal_point: 'kept' } })
    const other = await replaced(asset.id, await jpeg(50, 50))
    expect(other.replacement).toMatchObject({ from_version: 2, focal_point: 'reset' })
    expect(other.replacement.focal_point_reason).toContain('50 × 50')
    expect(other.focal_point).toBeUndefined()
    await ended(other.replacement.job_id)
    expect(await textOf(id)).toContain(`/cdn/${asset.id}.3/`)
    const back = await must<Shown>(`POST /v1/assets/${asset.id}/versions/1/restore`)
    expect(back).toMatchObject({ version: 1, url: asset.url, focal_point: { x: 0.25, y: 0.75 } })
    await ended(back.replacement.job_id)
    expect(await textOf(id)).toBe(before)
    // The same bytes are the version that had them.
    expect(await replaced(asset.id, await jpeg(50, 50))).toMatchObject({ version: 3, width: 50 })
    const { data } = await must<{ data: { version: number; current: boolean; url: string }[] }>(
      `GET /v1/assets/${asset.id}/versions`,
    )
    expect(data.map(({ current, version }) => [version, current])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ])
    for (const { url } of data) expect((await fetchUrl(url)).status).toBe(200)
    expect((await ask(service, { call: `POST /v1/assets/${asset.id}/versions/9/restore` })).status).toBe(404)
  })

  test('the bytes of all versions count until the asset is deleted, then none is left', async () => {
    const used = async () => await must<{ bytes: number; count: number }>('GET /v1/assets/usage')
    const start = await used()
    const [first, second] = [await png(33, 33), await png(34, 34)]
    const { id } = await sendAsset(service, { bytes: first, fileName: 'counted.png' })
    await replaced(id, second)
    await replaced(id, first)
    expect(await used()).toEqual(
      expect.objectContaining({ bytes: start.bytes + first.length + second.length, count: start.count + 1 }),
    )
    const { assetVersions } = service.store.read.tables
    expect(await service.store.read.select().from(assetVersions)).not.toEqual([])
    await must(`DELETE /v1/assets/${id}`)
    expect(await used()).toEqual(start)
    for (const address of [id, `${id}.2`]) expect((await fetchUrl(`/cdn/${address}/counted.png`)).status).toBe(404)
  })

  test('uploading the first file again is a new asset, not the one that shows another now', async () => {
    const bytes = await png(35, 36)
    const { id } = await sendAsset(service, { bytes, fileName: 'first.png' })
    await replaced(id, await png(36, 36))
    const again = await sendAsset(service, { bytes, fileName: 'first.png' })
    expect(again.id).not.toBe(id)
    expect(await must(`POST /v1/assets/${id}/versions/1/restore`)).toMatchObject({
      version: 1,
      sha256: expect.any(String),
    })
  })

  test('a repeated request is one version, and If-Match protects what was seen', async () => {
    const { id } = await sendAsset(service, { bytes: await png(37, 36), fileName: 'once.png' })
    const bytes = await png(38, 36)
    const headers = { 'idempotency-key': `replace-${dialect}` }
    const [one, other] = [await replace(id, bytes, { headers }), await replace(id, bytes, { headers })]
    expect(other.body).toEqual(one.body)
    expect(one.headers.get('etag')).toBe('"2"')
    const stale = await replace(id, await png(39, 36), { headers: { 'if-match': '"1"' } })
    expect(stale).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } })
    expect((await replace(id, await png(39, 36), { headers: { 'if-match': '"2"' } })).status).toBe(200)
  })

  test('another project, a key without the scope, and content of another kind are refused', async () => {
    const { id } = await sendAsset(service, { bytes: await png(41, 36), fileName: 'kind.png' })
    const file = await sendAsset(service, { bytes: `some words ${dialect}`, fileName: 'words.txt' })
    const bytes = await png(42, 36)
    const { key: assetsOnly } = await must<{ key: string }>('POST /v1/api-keys', {
      name: 'Images',
      scopes: ['assets:read', 'assets:write'],
    })
    await service.create({ name: 'Uses it', type: 'other', document: documentOf(block(`/cdn/${id}/kind.png`)) })
    const refused = [
      [await replace(id, bytes, { key: service.keys.b }), 404, 'ASSET_NOT_FOUND'],
      [await replace(id, bytes, { key: service.keys.readOnly }), 403, 'FORBIDDEN'],
      [await replace(id, bytes, { key: assetsOnly }), 403, 'FORBIDDEN'],
      [await replace(id, 'no image'), 422, 'ASSET_TYPE_REFUSED'],
      [await replace(id, bytes.slice(0, 60)), 422, 'ASSET_INVALID'],
      [await replace(file.id, bytes), 422, 'ASSET_TYPE_REFUSED'],
      [await replace('ast_01kah3zqpfx9y8w7v6t5s4r3q2', bytes), 404, 'ASSET_NOT_FOUND'],
    ] as const
    for (const [{ body, status }, expected, code] of refused) expect([status, body]).toMatchObject([expected, { code }])
    const unused = await sendAsset(service, { bytes: await png(43, 36), fileName: 'unused.png' })
    expect((await replace(unused.id, bytes, { key: assetsOnly })).status).toBe(200)
    expect(await must<Shown>(`GET /v1/assets/${id}`)).toMatchObject({ version: 1, revision: 1 })
  })

  test('at the limit of versions an upload of its own is the remedy', async () => {
    const { id } = await sendAsset(service, { bytes: `0 ${dialect}`, fileName: 'many.txt' })
    const { assetVersions } = service.store.read.tables
    await replace(id, `1 ${dialect}`)
    const [row] = (await service.store.read.select().from(assetVersions)).filter(({ assetId }) => assetId === id)
    if (row === undefined) throw new Error('No version was stored.')
    const others = Array.from({ length: limits.assetVersions - 2 }, (_, at) => ({
      ...row,
      version: at + 3,
      contentHash: `${at}`.padStart(64, '0'),
    }))
    await service.store.tx(async (db) => void (await db.insert(assetVersions).values(others)))
    expect(await replace(id, `2 ${dialect}`)).toMatchObject({ status: 409, body: { code: 'LIMIT_REACHED' } })
  })
})
