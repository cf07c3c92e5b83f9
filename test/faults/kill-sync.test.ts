/** kill -9 in the middle of a sync of modules: the next start ends it, and no template is changed twice or left out. */
import { expect, test } from 'bun:test'
import { startServer } from '../support/server.ts'
import { temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'

const templates = 400

const rowOf = (words: string) => ({
  id: 'footer',
  type: 'section',
  columns: [{ id: 'column', type: 'column', blocks: [{ id: 'line', type: 'text', text: `<p>${words}</p>` }] }],
})

test('a sync of modules survives kill -9', async () => {
  const dataDir = temporaryDirectory()
  let server = await startServer(dataDir)
  const made = await server.call('POST', '/v1/modules', { name: 'Footer', nodes: [rowOf('Old')] })
  const { id: module } = (await made.json()) as { id: string }
  const instance = { id: 'end', type: 'module', ref: { id: module, version: 1 } }
  const create = async (number: number) => {
    const document = { meta: { title: 'T' }, rows: [instance] }
    const answer = await server.call('POST', '/v1/templates', { name: `T${number}`, type: 'other', document })
    return ((await answer.json()) as { id: string }).id
  }
  const ids: string[] = []
  for (let at = 0; at < templates; at += 50) {
    ids.push(...(await Promise.all(Array.from({ length: 50 }, (_, number) => create(at + number)))))
  }
  const some = ids.filter((_, at) => at % 20 === 0)
  const revisionOf = async (id: string) =>
    ((await (await server.call('GET', `/v1/templates/${id}`)).json()) as { revision: number }).revision
  const revisionsOf = (chosen: readonly string[]) => Promise.all(chosen.map(revisionOf))

  let revision = 1
  // A sync that has ended before anybody looked is none that was interrupted.
  for (let isCut = false; !isCut;) {
    revision++
    const words = `New ${revision}`
    expect((await server.call('PUT', `/v1/modules/${module}`, { nodes: [rowOf(words)] })).status).toBe(200)
    const sync = await server.call('POST', `/v1/modules/${module}/sync`, {})
    expect(sync.status).toBe(202)
    const { job_id: job } = (await sync.json()) as { job_id: string }
    await until(async () => (await revisionsOf(some)).includes(revision), 'the first templates')
    await server.kill('SIGKILL')

    server = await startServer(dataDir, { SVC_RUN_JOBS: 'false' })
    isCut = (await revisionsOf(ids)).includes(revision - 1)
    expect(await server.kill('SIGTERM')).toBe(0)

    server = await startServer(dataDir)
    const find = async () => (await (await server.call('GET', `/v1/jobs/${job}`)).json()) as { status: string }
    await until(async () => (await find()).status === 'completed', 'the end of the sync')
    expect(new Set(await revisionsOf(ids))).toEqual(new Set([revision]))
    expect(await (await server.call('GET', `/v1/templates/${ids.at(-1)}/html`)).text()).toContain(words)
  }
  expect(await server.kill('SIGTERM')).toBe(0)
})
