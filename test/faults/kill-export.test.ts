/** kill -9 in the middle of an export: the next start makes it, once, and its row names the files of that attempt alone. */
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Export } from '../../src/surfaces/exports/contract.ts'
import { startServer } from '../support/server.ts'
import { temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'

/** So many templates of each format take a while; files are called after what they hold. */
const formats = [
  { format: 'zip', templates: 40, files: ['emails.zip'] },
  { format: 'pdf', templates: 6, files: ['T0.pdf', 'T1.pdf', 'T2.pdf', 'T3.pdf', 'T4.pdf', 'T5.pdf'] },
]

const blocks = Array.from({ length: 300 }, (_, at) => ({ type: 'text', text: `<p>Paragraph ${at} of many words</p>` }))
const document = { meta: { title: 'T' }, rows: [{ type: 'section', columns: [{ blocks }] }] }

test.each(formats)('an export as $format survives kill -9', async ({ files, format, templates }) => {
  const dataDir = temporaryDirectory()
  const killed = await startServer(dataDir)
  const create = async (number: number) => {
    const answer = await killed.call('POST', '/v1/templates', { name: `T${number}`, type: 'other', document })
    return ((await answer.json()) as { id: string }).id
  }
  const ids: string[] = []
  for (let at = 0; at < templates; at++) ids.push(await create(at))
  let id = ''
  const get = async (server: typeof killed) => (await (await server.call('GET', `/v1/export/${id}`)).json()) as Export
  let status: Export['status'] | undefined
  // One that has ended before anybody looked is none that was interrupted.
  while (status !== 'running') {
    const order = await killed.call('POST', '/v1/export', { template_ids: ids, format, async: true })
    expect(order.status).toBe(202)
    id = ((await order.json()) as Export).id
    await until(async () => (status = (await get(killed)).status) !== 'queued', 'the beginning of the export')
  }
  await killed.kill('SIGKILL')

  const last = await startServer(dataDir)
  await until(async () => (await get(last)).status === 'completed', 'the end of the export')
  const made = await get(last)
  expect(made.template_ids).toEqual(ids)
  expect(made.files.map(({ name }) => name)).toEqual(files)
  for (const { bytes, name } of made.files) {
    const file = await last.call('GET', `/v1/export/${id}/download?file=${encodeURIComponent(name)}`)
    expect((await file.arrayBuffer()).byteLength).toBe(bytes)
  }
  expect((await last.call('DELETE', `/v1/export/${id}`)).status).toBe(204)
  // With the files of the attempt that was cut off.
  expect(existsSync(join(dataDir, 'blobs/exports', id))).toBe(false)
  expect(await last.kill('SIGTERM')).toBe(0)
})
