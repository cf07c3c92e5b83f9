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

test('a sync of modules outlives kill -9', async () => {
  const dataDir = temporaryDirectory()
  const killed = await startServer(dataDir)
  const made = await killed.call('POST', '/v1/modules', { name: 'Footer', nodes: [rowOf('Old')] })
  const { id: module } = (await made.json()) as { id: string }
  const instance = { id: 'end', type: 'module', ref: { id: module, version: 1 } }
  const create = async (number: number) => {
    const document = { meta: { title: 'T' }, rows: [instance] }
    const answer = await killed.call('POST', '/v1/templates', { name: `T${number}`, type: 'other', document })
    return ((await answer.json()) as { id: string }).id
  }
  const ids: string[] = []
  for (let at = 0; at < templates; at += 50) {
    ids.push(...(await Promise.all(Array.from({ length: 50 }, (_, number) => create(at + number)))))
  }
  expect((await killed.call('PUT', `/v1/modules/${module}`, { nodes: [rowOf('New')] })).status).toBe(200)
  const sync = await killed.call('POST', `/v1/modules/${module}/sync`, {})
  expect(sync.status).toBe(202)
  const { job_id: job } = (await sync.json()) as { job_id: string }
  const revisionOf = async (server: typeof killed, id: string) =>
    ((await (await server.call('GET', `/v1/templates/${id}`)).json()) as { revision: number }).revision
  const revisions = (server: typeof killed) => Promise.all(ids.map((id) => revisionOf(server, id)))
  await until(async () => (await revisions(killed)).includes(2), 'the first templates')
  await killed.kill('SIGKILL')

  const after = await startServer(dataDir, { SVC_RUN_JOBS: 'false' })
  expect(await revisions(after)).toContain(1)
  expect(await after.kill('SIGTERM')).toBe(0)

  const last = await startServer(dataDir)
  const find = async () => (await (await last.call('GET', `/v1/jobs/${job}`)).json()) as { status: string }
  await until(async () => (await find()).status === 'done', 'the end of the sync')
  expect(new Set(await revisions(last))).toEqual(new Set([2]))
  const html = await (await last.call('GET', `/v1/templates/${ids.at(-1)}/html`)).text()
  expect(html).toContain('New')
  expect(await last.kill('SIGTERM')).toBe(0)
})
