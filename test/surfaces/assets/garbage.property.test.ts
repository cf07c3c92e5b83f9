/** Collection of bytes that nothing refers to: after any history, what is referred to is there, and nothing else is left. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { limits } from '../../../src/kernel/limits.ts'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import { purgeAssets } from '../../../src/surfaces/assets/index.ts'
import { type S3Server, startS3 } from '../../support/s3-server.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { sendFile } from './send-file.ts'

type Step =
  | { do: 'upload'; content: number; project: 'a' | 'b' }
  | { do: 'delete'; which: number; isRefused: boolean }
  | { do: 'begin'; isSent: boolean }
  | { do: 'export'; content: number }
  | { do: 'forget'; content: number }
  | { do: 'collect' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('upload' as const),
      content: fc.nat(9),
      project: fc.constantFrom('a' as const, 'b' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('delete' as const), which: fc.nat(20), isRefused: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('begin' as const), isSent: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('export' as const), content: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), content: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'collect' as const }) },
)

const hour = 3_600_000

async function history(service: TestService, s3: S3Server, steps: readonly Step[]): Promise<void> {
  const { keys } = service
  const blobs = openBlobs('', s3.url)
  const assets = new Map<string, 'a' | 'b'>()
  let exports = 0
  // As if everything had happened a long time ago.
  const collect = () =>
    purgeAssets(
      { store: service.store, blobs },
      { nowMs: Date.now() + (limits.orphanHours + 1) * hour, signal: new AbortController().signal },
    )
  const run: { [D in Step['do']]: (each: Extract<Step, { do: D }>) => Promise<void> } = {
    async upload({ content, project }) {
      const { body } = await sendFile(service, { bytes: `content ${content}`, key: keys[project] })
      assets.set((body as { id: string }).id, project)
    },
    async delete({ which, isRefused }) {
      const [id, project] = [...assets][which % Math.max(1, assets.size)] ?? []
      if (id === undefined || project === undefined) return
      if (isRefused) s3.failWith((method) => (method === 'DELETE' ? 'refuse' : undefined))
      await ask(service, { call: `DELETE /v1/assets/${id}`, key: keys[project] })
      s3.failWith(() => undefined)
      assets.delete(id)
    },
    async begin({ isSent }) {
      const { body } = await ask(service, { call: 'POST /v1/assets/uploads', send: { bytes: 18 } })
      if (isSent) await fetch((body as { url: string }).url, { method: 'PUT', body: 'sent and forgotten' })
    },
    async export({ content }) {
      const html = `<p>${content}</p>`
      if ((await ask(service, { call: 'POST /v1/export', send: { format: 'html', html } })).status === 200) exports++
    },
    // A process that ended between storing the bytes and writing the row leaves exactly this.
    async forget({ content }) {
      await blobs.put(`assets/ast_01kah3zqpfx9y8w7v6t5s4r3q${content}`, new Uint8Array([content]))
    },
    async collect() {
      await collect()
    },
  }
  for (const each of steps) await run[each.do](each as never)

  // What is young may be on its way, and is left alone.
  const before = s3.objects.size
  await purgeAssets({ store: service.store, blobs }, { nowMs: Date.now(), signal: new AbortController().signal })
  const forgotten = [...s3.objects.keys()].filter((key) => key.includes('ast_01kah3zq'))
  expect(forgotten).toEqual([])
  expect(s3.objects.size).toBeLessThanOrEqual(before)

  await collect()
  const left = [...s3.objects.keys()].filter((key) => !key.startsWith('exports/'))
  expect(left.toSorted()).toEqual([...assets.keys()].map((id) => `assets/${id}`).toSorted())
  expect([...s3.objects.keys()].filter((key) => key.startsWith('exports/'))).toHaveLength(exports)
  for (const [id, project] of assets)
    expect((await ask(service, { call: `GET /v1/assets/${id}`, key: keys[project] })).status).toBe(200)
}

test('whatever was uploaded, deleted, begun, exported and left behind', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const s3 = await startS3()
      const service = await startService({
        dialect: 'sqlite',
        environment: { SVC_BLOB_URL: s3.url, SVC_RUN_JOBS: 'false' },
      })
      await history(service, s3, steps)
    }),
    { numRuns: 12 },
  )
})
