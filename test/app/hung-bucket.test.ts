/** What callers are answered while the bucket of an installation accepts connections and says nothing. */
import { expect, test } from 'bun:test'
import { createLog } from '../../src/platform/log/index.ts'
import { startS3 } from '../support/s3-server.ts'
import { ask } from '../support/scenario.ts'
import { startService } from '../support/service.ts'
import { sendFile } from '../surfaces/assets/send-file.ts'

test('files, uploads and exports answer 503 with Retry-After, everything else as always, and all of it once it is back', async () => {
  const s3 = await startS3()
  const service = await startService({
    dialect: 'sqlite',
    environment: { SVC_BLOB_URL: s3.url },
    s3Timeouts: { timeoutMs: 1000, totalMs: 2000, probeMs: 1000, silenceMs: 1000 },
    log: createLog('error', () => undefined),
  })
  const template = await service.create({ name: 'Exported', type: 'other', html: '<p>Hello</p>' })
  const upload = (name: string) => sendFile(service, { fileName: name, bytes: `the text of ${name}` })
  const stored = await upload('stored.txt')
  expect(stored.status).toBe(201)
  const { id } = stored.body as { id: string }
  const calls = {
    'a file': () => ask(service, { call: `GET /cdn/${id}/stored.txt`, key: null }),
    'an upload': () => upload('new.txt'),
    'a ZIP': () => ask(service, { call: 'POST /v1/export', send: { template_ids: [template], format: 'zip' } }),
  }
  s3.failWith(() => 'hang')
  for (const [name, call] of Object.entries(calls)) {
    const { status, body, headers } = await call()
    expect({ name, status, body }).toMatchObject({ name, status: 503, body: { code: 'SERVICE_UNAVAILABLE' } })
    expect(headers.get('retry-after')).toBe('5')
  }
  expect((await ask(service, { call: `GET /v1/templates/${template}` })).status).toBe(200)
  s3.failWith(() => undefined)
  for (const [name, call] of Object.entries(calls)) {
    const { status } = await call()
    expect({ name, isDone: status < 300 }).toEqual({ name, isDone: true })
  }
})
