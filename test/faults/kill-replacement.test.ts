/**
 * kill -9 while the new file of an asset is written into the drafts that use it: the next start continues. Every draft shows
 * it then, each changed once, but for one that another key has locked: it stays as it is and is reported.
 */
import { expect, test } from 'bun:test'
import { bytesOf, photo } from '../email/image/images.ts'
import { serverKey, startServer } from '../support/server.ts'
import { temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'

const templates = 300

interface Replaced {
  id: string
  url: string
  version: number
  replacement: { job_id: string }
}

interface ShowJob {
  status: string
  result: { version: number; processed: number; failed: number; results: object[] } | null
}

test('replacing a file survives kill -9, and leaves a locked draft alone', async () => {
  const dataDir = temporaryDirectory()
  let server = await startServer(dataDir)
  const must = async <T>(method: string, path: string, body?: unknown, key?: string): Promise<T> => {
    const response = await server.call(method, path, body, key)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const sendFile = async (method: string, path: string, width: number): Promise<Replaced> => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await bytesOf(photo(width, width).png()))]), 'logo.png')
    const response = await fetch(`${server.url}${path}`, { method, headers: { 'svc-api-auth': serverKey }, body: form })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()) as Replaced
  }

  const asset = await sendFile('POST', '/v1/assets', 20)
  const block = { id: 'logo', type: 'image', src: new URL(asset.url).pathname, alt: 'Logo' }
  const document = {
    rows: [{ id: 'row', type: 'section', columns: [{ id: 'column', type: 'column', blocks: [block] }] }],
  }
  const create = async (number: number) =>
    (await must<{ id: string }>('POST', '/v1/templates', { name: `T${number}`, type: 'other', document })).id
  const ids: string[] = []
  for (let at = 0; at < templates; at += 50)
    ids.push(...(await Promise.all(Array.from({ length: 50 }, (_, number) => create(at + number)))))
  const { key } = await must<{ key: string }>('POST', '/v1/api-keys', { name: 'Other', scopes: ['templates:write'] })
  // The last one is reached by the second run alone.
  const locked = ids.toSorted().at(-1) ?? ''
  await must('POST', `/v1/templates/${locked}/lock`, { ttl_seconds: 600 }, key)
  const others = ids.filter((id) => id !== locked)
  const some = others.toSorted().filter((_, at) => at % 20 === 0)
  const revisionOf = async (id: string) => (await must<{ revision: number }>('GET', `/v1/templates/${id}`)).revision
  const revisionsOf = (chosen: readonly string[]) => Promise.all(chosen.map(revisionOf))
  const sourceOf = async (id: string) => JSON.stringify(await must('GET', `/v1/templates/${id}/structured`))

  let version = 1
  let job = ''
  const ended = async () => {
    const find = () => must<ShowJob>('GET', `/v1/jobs/${job}`)
    await until(async () => (await find()).status === 'completed', 'the end of the replacement')
    return (await find()).result
  }
  // A job that has ended before anybody looked is none that was interrupted.
  for (let isCut = false; !isCut;) {
    version++
    const replaced = await sendFile('PUT', `/v1/assets/${asset.id}/content`, 20 + version)
    expect(replaced.version).toBe(version)
    job = replaced.replacement.job_id
    await until(async () => (await revisionsOf(some)).includes(version), 'the first drafts')
    await server.kill('SIGKILL')

    server = await startServer(dataDir, { SVC_RUN_JOBS: 'false' })
    isCut = (await revisionsOf(others)).includes(version - 1)
    expect(await server.kill('SIGTERM')).toBe(0)

    server = await startServer(dataDir)
    expect(await ended()).toMatchObject({
      version,
      processed: templates,
      failed: 1,
      results: [{ kind: 'template', id: locked, changed: false, error: { code: 'LOCKED' } }],
    })
    expect(new Set(await revisionsOf(others))).toEqual(new Set([version]))
    expect(await sourceOf(some[0] ?? '')).toContain(`/cdn/${asset.id}.${version}/`)
    expect(await revisionOf(locked)).toBe(1)
    expect(await sourceOf(locked)).toContain(`/cdn/${asset.id}/`)
  }

  // Once the lock is gone, restoring the current version changes what is left.
  expect((await server.call('DELETE', `/v1/templates/${locked}/lock`, undefined, key)).status).toBe(204)
  const restored = await must<Replaced>('POST', `/v1/assets/${asset.id}/versions/${version}/restore`)
  job = restored.replacement.job_id
  expect(await ended()).toMatchObject({ version, changed: 1, failed: 0 })
  expect(await sourceOf(locked)).toContain(`/cdn/${asset.id}.${version}/`)
  expect(new Set(await revisionsOf(others))).toEqual(new Set([version]))
  expect(await server.kill('SIGTERM')).toBe(0)
})
