/** Exports that are made after their call was answered. */
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Export } from '../../../src/surfaces/exports/contract.ts'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import type { Caller } from '../../../src/platform/identity/index.ts'
import { makeExport } from '../../../src/surfaces/exports/rendering/rendering.ts'
import { readZip } from '../../support/read-zip.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects, temporaryDirectory } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { serviceWork } from '../../../src/platform/scheduling/index.ts'
import { noWorkers } from '../../support/workers.ts'

const document = {
  meta: { title: 'T' },
  rows: [{ type: 'section', columns: [{ blocks: [{ type: 'text', text: '<p>Hello</p>' }] }] }],
}
const refuse = () => Promise.reject(new Error('Nothing is asked.'))
const conditional = {
  ...document,
  rows: [
    {
      type: 'section',
      columns: [
        { blocks: [{ id: 'gold', type: 'text', text: 'Gold', when: { op: 'eq', path: 'tier', value: 'gold' } }] },
      ],
    },
  ],
}

for (const dialect of dialects) {
  describe(dialect, () => {
    let testService: TestService
    let ids: string[]

    beforeAll(async () => {
      testService = await startService({ dialect, listens: true, environment: { SVC_RUN_JOBS: 'true' } })
      ids = []
      for (let at = 0; at < 7; at++) ids.push(await testService.create({ name: `T${at}`, type: 'other', document }))
    })

    const order = async (send: object) => {
      const answer = await ask(testService, { call: 'POST /v1/export', send })
      expect([answer.status, answer.headers.get('location')]).toEqual([
        202,
        `/v1/jobs/${(answer.body as Export).job_id}`,
      ])
      return answer.body as Export
    }
    const get = async (id: string) => (await ask(testService, { call: `GET /v1/export/${id}` })).body as Export
    const ended = async (id: string) => {
      await until(async () => !['queued', 'running'].includes((await get(id)).status), 'the end of the export')
      return get(id)
    }

    test('more than a few templates are answered at once and made afterwards', async () => {
      await testService.events()
      const queued = await order({ template_ids: ids, format: 'zip' })
      expect(queued).toMatchObject({ status: 'queued', template_ids: ids, files: [] })
      const made = await ended(queued.id)
      expect(made).toMatchObject({ status: 'completed', template_ids: ids, warnings: [] })
      const [file] = made.files
      const packed = readZip(
        new Uint8Array(await (await testService.handle(new Request(file?.url ?? ''))).arrayBuffer()),
      )
      expect(packed.map(({ name }) => name)).toContain('T6/index.html')
      expect(await testService.events()).toContain('export.completed')
    })

    test('the job that makes one is named, and its events are followed to the end', async () => {
      const { id, job_id } = await order({ template_ids: ids, format: 'zip' })
      const { text } = await ask(testService, { call: `GET /v1/jobs/${job_id}/events` })
      const last = text.trim().split('\n\n').at(-1) ?? ''
      expect(last).toContain('event: done')
      expect(JSON.parse(last.slice(last.indexOf('{')))).toMatchObject({
        id: job_id,
        kind: 'exports.make',
        status: 'completed',
        progress: { done: 7, total: 7 },
        result: { export_id: id },
      })
      expect(await get(id)).toMatchObject({ status: 'completed', job_id })
    })

    test('more than a hundred are one archive, whatever the format', async () => {
      const many: string[] = []
      for (let at = 0; at < 101; at++) many.push(await testService.create({ name: 'Same', type: 'other', document }))
      for (const send of [{ format: 'html' }, { format: 'esp', target: 'klaviyo' }]) {
        const made = await ended((await order({ template_ids: many, ...send })).id)
        expect(made).toMatchObject({ status: 'completed', files: [{ name: 'emails.zip', mime: 'application/zip' }] })
        const answer = await testService.handle(new Request(made.files[0]?.url ?? ''))
        const names = readZip(new Uint8Array(await answer.arrayBuffer())).map(({ name }) => name)
        expect(names.filter((name) => name.endsWith('.html'))).toHaveLength(101)
        expect([names[0], names.at(-1)]).toEqual(['Same.html', 'README.txt'])
      }
    })

    test('one that is cancelled in its middle leaves no file behind', async () => {
      const image = { type: 'image', src: '/cdn/a.png', alt: 'A' }
      const shown = { meta: { title: 'T' }, rows: [{ type: 'section', columns: [{ blocks: [image] }] }] }
      const two = [await testService.create({ name: 'A', type: 'other', document: shown }), ids[0] ?? '']
      const blobs = openBlobs(temporaryDirectory())
      const cancelling = new AbortController()
      const making = {
        db: testService.store.read,
        blobs,
        workers: noWorkers.forCaller(serviceWork),
        send: refuse,
        cdnUrl: 'https://cdn.example',
        fontFolder: '',
        nowMs: Date.now(),
        signal: cancelling.signal,
        readImage: async () => {
          cancelling.abort()
          return undefined
        },
      }
      const actor = { kind: 'api_key', id: 'key_1', name: 'Key' } as const
      const caller: Caller = { companyId: 'com_1', projectId: testService.projects.a, actor, scopes: ['admin'] }
      for (const format of ['zip', 'html'] as const) {
        const input = { template_ids: two, format, options: { images: format === 'zip' ? 'zip' : 'data' } } as const
        expect(makeExport(making, caller, { ...input, template_ids: [...two] })).rejects.toThrow('aborted')
      }
      expect(await blobs.list()).toEqual([])
    })

    test('so is a single one, where the call asks for it', async () => {
      const { id } = await order({ document, format: 'html', async: true })
      expect((await ended(id)).files.map(({ name }) => name)).toEqual(['T.html'])
    })

    test('one that cannot be made says why, to whoever asks and to subscribers', async () => {
      await testService.events()
      const send = { document: conditional, format: 'esp', target: 'postmark', options: { strict: true }, async: true }
      const { id } = await order(send)
      expect(await ended(id)).toMatchObject({ status: 'failed', files: [], error: { code: 'EXPORT_NOT_EXPRESSIBLE' } })
      expect(await testService.events()).toEqual(['export.failed'])
      expect((await ask(testService, { call: `GET /v1/export/${id}/download` })).status).toBe(404)
    })

    test('a template that is not there is refused before anything is ordered', async () => {
      const { body, status } = await ask(testService, {
        call: 'POST /v1/export',
        send: { template_ids: [...ids, 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'], format: 'html' },
      })
      expect({ body, status }).toMatchObject({ status: 404, body: { code: 'TEMPLATE_NOT_FOUND' } })
    })

    test('one that waits can be cancelled, and is not made any more', async () => {
      const idle = await startService({ dialect, environment: { SVC_RUN_JOBS: 'false' } })
      const { body } = await ask(idle, { call: 'POST /v1/export', send: { document, format: 'html', async: true } })
      const { id } = body as Export
      expect((await ask(idle, { call: `DELETE /v1/export/${id}` })).status).toBe(204)
      expect((await ask(idle, { call: `GET /v1/export/${id}` })).body).toMatchObject({ status: 'cancelled', files: [] })
      expect((await ask(idle, { call: `DELETE /v1/export/${id}` })).status).toBe(204)
      expect((await ask(idle, { call: `GET /v1/export/${id}` })).status).toBe(404)
    })
  })
}
