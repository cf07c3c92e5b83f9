/** The ledger of credits: exact under concurrency, on both databases, and what the API says of it. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { ServiceError } from '../../../src/kernel/errors/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
import type { Store } from '../../../src/platform/storage/index.ts'
import { type Plan, setPlan } from '../../../src/surfaces/projects/index.ts'
import { balanceOf, reserve, returnForgottenHolds, settle } from '../../../src/surfaces/verification/credits/index.ts'
import { createRandom } from '../../support/random.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

const price = { operation: 'verify', credits: 1 }

/** The company of a project, as callers have it. */
async function callerOf(store: Store, projectId: string) {
  const { projects } = store.read.tables
  const [row] = await store.read.select().from(projects).where(eq(projects.id, projectId))
  return { companyId: row?.companyId ?? '', projectId, actor: { id: 'key_test' } }
}

async function ledgerOf(store: Store, companyId: string) {
  const { creditLedger } = store.read.tables
  const rows = await store.read.select().from(creditLedger).where(eq(creditLedger.companyId, companyId))
  const sum = (kind: string) => rows.reduce((total, row) => total + (row.kind === kind ? (row.amount ?? 0) : 0), 0)
  return {
    used: sum('reserve') - sum('refund'),
    settled: sum('settle'),
    grants: rows.filter(({ kind }) => kind === 'grant').map(({ amount }) => amount),
  }
}

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    let who: Awaited<ReturnType<typeof callerOf>>
    const usePlan = (plan: Plan) => service.store.tx((db) => setPlan(db, who.companyId, plan))
    const take = (credits = 1) => service.store.tx((db) => reserve(db, who, { ...price, credits }))
    const end = (id: string, charged: number) => service.store.tx((db) => settle(db, id, { charged }))
    const balance = () => balanceOf(service.store.read, who.companyId)

    beforeAll(async () => {
      service = await startService({ dialect })
      who = await callerOf(service.store, service.projects.a)
    })

    test('of a hundred parallel calls on a balance of five exactly five succeed', async () => {
      await usePlan('free')
      const results = await Promise.allSettled(Array.from({ length: 100 }, () => take()))
      const held = results.filter((each) => each.status === 'fulfilled').map(({ value }) => value)
      const refused = results.filter((each) => each.status === 'rejected').map(({ reason }) => reason as ServiceError)
      expect(held.length).toBe(5)
      expect(new Set(refused.map(({ apiCode }) => apiCode))).toEqual(new Set(['INSUFFICIENT_CREDITS']))
      expect(refused[0]?.context.extra).toEqual({ balance: 0, required: 1 })
      expect(held.map(({ remaining }) => remaining).toSorted()).toEqual([0, 1, 2, 3, 4])
      // Two were worth nothing, and go back.
      await Promise.all(held.map(({ id }, index) => end(id, index < 2 ? 0 : 1)))
      expect(await balance()).toMatchObject({ plan: 'free', limit: 5, used: 3, remaining: 2 })
      expect(await ledgerOf(service.store, who.companyId)).toEqual({ used: 3, settled: 3, grants: [5] })
    })

    test('a hold ends once, whoever ends it', async () => {
      const { id } = await take()
      const ends = await Promise.all([end(id, 1), end(id, 0), end(id, 1)])
      expect(ends.filter((each) => each !== undefined).length).toBe(1)
    })

    test('a larger plan counts at once, and a smaller one leaves nothing', async () => {
      await usePlan('pro')
      expect((await balance()).limit).toBe(250)
      const { id, remaining } = await take(100)
      const { used } = await balance()
      expect(remaining).toBe(250 - used)
      expect(await end(id, 40)).toEqual({ remaining: 250 - used + 60 })
      await usePlan('free')
      expect(await balance()).toMatchObject({ limit: 5, remaining: 0 })
      await expect(take()).rejects.toThrow('of 5 remain')
      await usePlan('enterprise')
      expect(await balance()).toMatchObject({ limit: null, remaining: null })
      expect((await take()).remaining).toBe(null)
      expect((await ledgerOf(service.store, who.companyId)).grants).toEqual([5, 250, null])
    })

    test('a month that begins has the whole plan', async () => {
      await usePlan('free')
      const later = Date.now() + 40 * 86_400_000
      const hold = await service.store.tx((db) => reserve(db, who, price, later))
      expect(hold.remaining).toBe(4)
      await service.store.tx((db) => settle(db, hold.id, { charged: 0, nowMs: later }))
    })

    test('what nobody settled goes back after a while, and what lasts stays', async () => {
      await usePlan('enterprise')
      const before = (await balance()).used
      const forgotten = await take(3)
      const lasting = await service.store.tx((db) =>
        reserve(db, who, { operation: 'batch', credits: 7, isLasting: true }),
      )
      const later = Date.now() + limits.creditHoldMinutes * 60_000 + 1
      expect(await returnForgottenHolds(service.store, Date.now(), new AbortController().signal)).toBe(0)
      expect(await returnForgottenHolds(service.store, later, new AbortController().signal)).toBeGreaterThan(0)
      expect(await end(forgotten.id, 3)).toBeUndefined()
      expect(await end(lasting.id, 7)).toBeDefined()
      expect((await balance()).used).toBeLessThanOrEqual(before + 7)
    })

    test('whatever happens at the same time, the account is the sum of the ledger', async () => {
      await usePlan('pro')
      const random = createRandom(20_261)
      await Promise.all(
        Array.from({ length: 60 }, async () => {
          const credits = 1 + random.integer(9)
          const charged = random.integer(credits + 1)
          const hold = await take(credits).catch(() => undefined)
          if (hold !== undefined && random.integer(4) > 0) await end(hold.id, charged)
        }),
      )
      const { used } = await balance()
      expect((await ledgerOf(service.store, who.companyId)).used).toBe(used)
      expect(used).toBeLessThanOrEqual(250)
    })

    test('what running work holds is shown, until it ends', async () => {
      const shown = async () => {
        const { body } = await ask(service, { call: 'GET /v1/account/credits' })
        return body as { held: number; used: number }
      }
      const before = await shown()
      const hold = await take(3)
      expect(await shown()).toMatchObject({ held: before.held + 3, used: before.used + 3 })
      await end(hold.id, 0)
      expect(await shown()).toMatchObject(before)
    })

    scenarios(
      () => service,
      [
        {
          name: 'the credits of the company are shown',
          call: 'GET /v1/account/credits',
          status: 200,
          body: { plan: 'pro', limit: 250, period_start: expect.stringMatching(/-01T00:00:00\.000Z$/) as never },
        },
        {
          name: 'another company has its own',
          call: 'GET /api/v1/account/credits',
          key: 'b',
          status: 200,
          body: { plan: 'enterprise', limit: null, used: 0, remaining: null },
        },
        {
          name: 'what the project spent is shown by operation and day',
          call: 'GET /v1/account/usage',
          status: 200,
          body: {
            breakdown: [{ operation: 'batch', credits: 7, calls: 1 }, { operation: 'verify' }],
            daily_usage: [{ date: new Date().toISOString().slice(0, 10) }],
          },
        },
        {
          name: 'a month without any is empty',
          call: 'GET /v1/account/usage?month=2025-01',
          status: 200,
          body: { breakdown: [], daily_usage: [], used: 0 },
        },
        {
          name: 'a month that is none is refused',
          call: 'GET /v1/account/usage?month=2025-13',
          status: 422,
          body: { code: 'VALIDATION_FAILED' },
        },
        { name: 'credits want a key', call: 'GET /v1/account/credits', key: null, status: 401 },
        { name: 'a key for templates is not enough', call: 'GET /v1/account/usage', key: 'readOnly', status: 403 },
      ],
    )
  })
}
