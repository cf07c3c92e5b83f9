/** Every way a template changes is notified, once, with what a receiver needs; what changes nothing is not. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { limits } from '../../../../src/kernel/limits.ts'
import { purgeTrash } from '../../../../src/surfaces/templates/index.ts'
import { ask } from '../../../support/scenario.ts'
import { type TestService, startService } from '../../../support/service.ts'
import { dialects } from '../../../support/store.ts'

interface ReceivedEvent {
  type: string
  project_id: string
  data: Record<string, unknown>
}

const saying = (text: string) => ({
  rows: [{ type: 'section', columns: [{ blocks: [{ type: 'text', text: `<p>${text}</p>` }] }] }],
})

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService

    beforeAll(async () => {
      service = await startService({ dialect, listens: true })
    })

    const call = async (line: string, send?: object) => {
      const answer = await ask(service, { call: line, ...(send === undefined ? {} : { send }) })
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.body as { id: string; folder_id: string | null }
    }
    const make = (body: object = {}) => call('POST /v1/templates', { name: 'One', type: 'other', ...body })

    /** What was notified since the last time, oldest first. */
    async function notified(): Promise<ReceivedEvent[]> {
      const count = (await service.events()).length
      if (count === 0) return []
      const { events } = service.store.read.tables
      const rows = await service.store.read.select().from(events).orderBy(desc(events.id)).limit(count)
      return rows.toReversed().map(({ body }) => JSON.parse(body) as ReceivedEvent)
    }

    test('creating and duplicating', async () => {
      await notified()
      const made = await make({ folder: 'Kept' })
      const copy = await call(`POST /v1/templates/${made.id}/duplicate`, { name: 'Two' })
      const base = { type: 'other', revision: 1, folder_id: made.folder_id }
      expect(await notified()).toMatchObject([
        {
          type: 'template.created',
          project_id: service.projects.a,
          data: { ...base, template_id: made.id, name: 'One' },
        },
        { type: 'template.created', data: { ...base, template_id: copy.id, name: 'Two' } },
      ])
    })

    test('who did it', async () => {
      await notified()
      await make()
      const [event] = await notified()
      expect(event?.data['changed_by']).toEqual({
        kind: 'api_key',
        id: expect.stringMatching(/^key_/),
        name: 'Everything',
      })
    })

    test('changing, with the names of what changed, and nothing when nothing did', async () => {
      const { id } = await make({ document: saying('ducks') })
      await notified()
      await call(`PUT /v1/templates/${id}`, { name: 'New', tags: ['a'], folder: 'Elsewhere' })
      await call(`PUT /v1/templates/${id}`, { name: 'New', tags: ['a'] })
      await call(`PUT /v1/templates/${id}`, { document: saying('geese') })
      const [first, second, ...others] = await notified()
      expect(others).toEqual([])
      expect(first).toMatchObject({ type: 'template.updated', data: { template_id: id, name: 'New', revision: 2 } })
      expect(first?.data['changed']).toEqual(expect.arrayContaining(['folder_id', 'name', 'tags']))
      expect(first?.data['changed']).toHaveLength(3)
      expect(second).toMatchObject({ data: { revision: 3 } })
      expect(second?.data['changed']).toContain('document')
    })

    test('the trash and back, and away for good', async () => {
      const { id } = await make()
      await notified()
      await call(`DELETE /v1/templates/${id}`)
      await call(`POST /v1/templates/${id}/restore`)
      await call(`DELETE /v1/templates/${id}?permanent=true`)
      expect(await notified()).toMatchObject([
        { type: 'template.deleted', data: { template_id: id, permanent: false } },
        { type: 'template.updated', data: { template_id: id, changed: ['deleted_at'] } },
        { type: 'template.deleted', data: { template_id: id, permanent: true } },
      ])
    })

    test('many at once are as many events', async () => {
      const ids = [(await make()).id, (await make()).id]
      const { folder_id } = await make({ folder: 'Target' })
      await notified()
      await call('POST /v1/templates/bulk/move', { ids: [...ids, 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'], folder_id })
      await call('POST /v1/templates/bulk/move', { ids, folder_id })
      await call('POST /v1/templates/bulk/delete', { ids })
      await call('POST /v1/templates/bulk/delete', { ids, permanent: true })
      const events = await notified()
      expect(events.map(({ type, data }) => [type, data['permanent'] ?? data['folder_id']])).toEqual([
        ['template.updated', folder_id],
        ['template.updated', folder_id],
        ['template.deleted', false],
        ['template.deleted', false],
        ['template.deleted', true],
        ['template.deleted', true],
      ])
    })

    test('a trash that is emptied by its time', async () => {
      const { id } = await make()
      await call(`DELETE /v1/templates/${id}`)
      await notified()
      const { templates } = service.store.read.tables
      await service.store.tx(async (db) => {
        await db.update(templates).set({ deletedAt: 1 }).where(eq(templates.id, id))
      })
      await service.store.tx((db) => purgeTrash(db, limits.trashDays * 86_400_000 + 2))
      expect(await notified()).toMatchObject([
        { type: 'template.deleted', data: { template_id: id, permanent: true, changed_by: { kind: 'system' } } },
      ])
    })

    test('reading, marking and generating are not told', async () => {
      const { id } = await make({ document: saying('ducks') })
      await notified()
      await call(`GET /v1/templates/${id}`)
      await call(`GET /v1/templates/${id}/html`)
      await call(`POST /v1/templates/${id}/favorite`)
      await call('POST /v1/templates/generate', { template_id: id })
      await call(`PUT /v1/templates/${id}`, { document: saying('ducks') })
      expect(await notified()).toEqual([])
    })

    test('the envelope and the change stand or fall together', async () => {
      await notified()
      const send = { name: 'Once', type: 'other' }
      const row = { call: 'POST /v1/templates', send, headers: { 'idempotency-key': 'told-once' } }
      await Promise.all([ask(service, row), ask(service, row)])
      await ask(service, row)
      expect(await notified()).toHaveLength(1)
    })
  })
}
