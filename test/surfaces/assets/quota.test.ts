/** What assets take together: counted exactly, however many come at once, and never more than the plan allows. */
import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { limits } from '../../../src/kernel/limits.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { sendAsset, sendFile } from './send-file.ts'

/** Puts the first project's company on a plan, so much of it taken. */
async function takeUp({ store, projects }: TestService, bytes: number): Promise<void> {
  await store.tx(async (db) => {
    const { companies, projects: table, assetTotals } = db.tables
    const [project] = await db.select().from(table).where(eq(table.id, projects.a))
    const companyId = project?.companyId ?? ''
    await db.update(companies).set({ plan: 'free' }).where(eq(companies.id, companyId))
    await db
      .insert(assetTotals)
      .values({ companyId, bytes, count: 1 })
      .onConflictDoUpdate({ target: assetTotals.companyId, set: { bytes, count: 1 } })
  })
}

const usage = async (service: TestService) => (await ask(service, { call: 'GET /v1/assets/usage' })).body

describe.each(dialects)('the quota on %s', (dialect) => {
  test('is counted up and down', async () => {
    const service = await startService({ dialect })
    expect(await usage(service)).toEqual({
      bytes: 0,
      count: 0,
      limit_bytes: null,
      remaining_bytes: null,
      plan: 'enterprise',
    })
    const first = await sendAsset(service, { bytes: 'x'.repeat(1000) })
    const second = await sendAsset(service, { bytes: 'y'.repeat(500) })
    await sendFile(service, { bytes: 'y'.repeat(500) })
    await sendFile(service, { bytes: '' })
    expect(await usage(service)).toMatchObject({ bytes: 1500, count: 2 })
    await ask(service, { call: `DELETE /v1/assets/${first.id}` })
    await ask(service, { call: `DELETE /v1/assets/${first.id}` })
    expect(await usage(service)).toMatchObject({ bytes: 500, count: 1 })
    await ask(service, { call: 'POST /v1/assets/bulk/delete', send: { ids: [second.id, second.id, first.id] } })
    expect(await usage(service)).toMatchObject({ bytes: 0, count: 0 })
  })

  test('of twenty at once, those that fit are taken and no more', async () => {
    const service = await startService({ dialect })
    const limit = limits.assetBytes.free
    await takeUp(service, limit - 5 * 1000)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => sendFile(service, { bytes: String(index).padEnd(1000, '.') })),
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array.from({ length: 5 }, () => 201), ...Array.from({ length: 15 }, () => 409)])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'LIMIT_REACHED' })
    expect(await usage(service)).toMatchObject({ bytes: limit, remaining_bytes: 0, count: 6, plan: 'free' })
    expect((await ask(service, { call: 'GET /v1/assets' })).body).toHaveProperty('data.length', 5)
  })

  test('of twenty that send the same, one is new and all have the same asset', async () => {
    const service = await startService({ dialect })
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendFile(service, { bytes: 'the same' })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
    expect(new Set(answers.map(({ body }) => (body as { id: string }).id)).size).toBe(1)
    expect(await usage(service)).toMatchObject({ bytes: 8, count: 1 })
  })
})
