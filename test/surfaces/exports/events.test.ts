import { beforeAll, describe, expect, test } from 'bun:test'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    let template: string

    beforeAll(async () => {
      service = await startService({ dialect, listens: true })
      template = await service.create({ name: 'Sale', type: 'other' })
    })

    scenarios(
      () => service,
      [
        {
          name: 'a finished export is told',
          call: 'POST /v1/export',
          send: { html: '<p>Hi</p>', format: 'zip' },
          status: 200,
          fires: ['export.completed'],
        },
        {
          name: 'one that fails is answered to the caller, who is the only one to know of it',
          call: 'POST /v1/export',
          send: { template_id: 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e', format: 'zip' },
          status: 404,
          fires: [],
        },
        { name: 'a list is not told', call: 'GET /v1/export', status: 200, fires: [] },
      ],
    )

    test('the event names the export and its files, and holds no link', async () => {
      const answer = await ask(service, { call: 'POST /v1/export', send: { template_id: template, format: 'html' } })
      const { id, files, expires_at } = answer.body as { id: string; files: { url?: string }[]; expires_at: string }
      const { events } = service.store.read.tables
      const bodies = (await service.store.read.select().from(events)).map(({ body }) => body)
      const notified = bodies.map((body) => JSON.parse(body) as ReceivedEvent).find(({ data }) => data.export_id === id)
      expect(notified?.data).toMatchObject({ format: 'html', template_ids: [template], expires_at })
      expect(notified?.data.files).toEqual(files.map(({ url: _url, ...file }) => file))
      expect(bodies.filter((body) => /https?:|sig=/.test(body))).toEqual([])
      expect((await ask(service, { call: `GET /v1/export/${notified?.data.export_id}/download` })).status).toBe(200)
    })

    test('a deletion is not told, and a repeated call once', async () => {
      await service.events()
      const row = {
        call: 'POST /v1/export',
        send: { html: '<p>Hi</p>', format: 'html' },
        headers: { 'idempotency-key': 'export' },
      }
      const { id } = (await ask(service, row)).body as { id: string }
      await ask(service, row)
      await ask(service, { call: `DELETE /v1/export/${id}` })
      expect(await service.events()).toEqual(['export.completed'])
    })
  })
}

interface ReceivedEvent {
  data: { export_id: string; files: object[] }
}
