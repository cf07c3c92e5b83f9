/** A batch that is broken off goes on where it was: every address exactly one verdict, anyone who finishes it, and when. */
import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createLists } from '../../../src/deliverability/address/index.ts'
import type { MailboxProbe } from '../../../src/deliverability/smtp/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
import { createVault } from '../../../src/platform/identity/index.ts'
import { createCompany, createProject } from '../../../src/surfaces/projects/index.ts'
import { createBatch } from '../../../src/surfaces/verification/batch/batches.ts'
import { prepareBatch } from '../../../src/surfaces/verification/batch/intake/prepare.ts'
import { batchHandler } from '../../../src/surfaces/verification/index.ts'
import { createHash, createVerifier } from '../../../src/surfaces/verification/index.ts'
import { eachDialect } from '../../support/store.ts'
import { testSecret } from '../../support/service.ts'

const answer = (outcome: MailboxProbe['outcome'], more: object = {}): MailboxProbe => ({
  outcome,
  catchAll: outcome === 'accepted' ? false : null,
  canConnect: true,
  durationMs: 1,
  evidence: [],
  ...more,
})

eachDialect((dialect, open) => {
  /** A store with one batch, and a world in which every domain has a mail host that answers as told. */
  async function begin(
    emails: string[],
    probe: (local: string, signal: AbortSignal, triesBefore: number) => Promise<MailboxProbe>,
    answers: (name: string) => 'found' | 'timeout' | 'failed' = () => 'found',
    more: { turnMs?: number } = {},
  ) {
    const store = await open()
    const vault = createVault(testSecret)
    const caller = await store.tx(async (db) => {
      const company = await createCompany(db, { name: 'A', plan: 'pro' })
      const { project } = await createProject(db, vault, { companyId: company.id, name: 'A' })
      return {
        companyId: company.id,
        projectId: project.id,
        actor: { kind: 'api_key', id: 'key_1', name: 'A' },
        scopes: [],
      } as const
    })
    const add = async (some: string[]) => {
      const prepared = await prepareBatch(some.map((email) => ({ email })))
      const options = { skipsSmtp: false, includesDomain: false, includesGravatar: false, maxWaitMs: null }
      const parts = { vault, refusalOf: () => undefined }
      return (await store.tx((db) => createBatch(db, caller, prepared, options, parts))).batch
    }
    const batch = await add(emails)
    const batchVerifier = createVerifier({
      dns: {
        query: async (name: string, type: string) =>
          ({
            outcome: type === 'MX' || type === 'A' ? answers(name) : 'no_data',
            records: type === 'MX' ? [{ preference: 1, exchange: 'mx.test' }] : ['192.0.2.1'],
            owner: name,
          }) as never,
      },
      mayDial: () => true,
      probe: ({ local }, _, { signal, triesBefore = 0 }) => probe(local, signal, triesBefore),
      lists: async () => createLists('v\n\n\n\n'),
      registration: async () => ({ reached: false }),
      blockLists: { zones: [], blacklists: { check: () => Promise.reject(new Error('Nobody asks.')) } },
    })
    const handler = batchHandler({
      store,
      batchVerifier,
      hashOf: createHash(vault),
      baseUrl: '',
      sweep: () => undefined,
      ...more,
    })
    let nowMs = Date.now()
    const run = (signal = new AbortController().signal, id = batch.id, payload: object = {}) =>
      handler.run({ id, payload } as never, {
        prepared: undefined,
        signal,
        progress: () => undefined,
        nowMs: () => nowMs,
        requireLease: async () => undefined,
      })
    const finish = () =>
      store.tx(
        (db) =>
          handler.settle?.(db, [{ job: { id: batch.id }, outcome: { done: undefined }, isLast: true } as never]) ??
          Promise.resolve(),
      )
    const show = async () => {
      const { verificationBatches: t } = store.read.tables
      return (await store.read.select().from(t).where(eq(t.id, batch.id)))[0]
    }
    const { creditPeriods, verificationRows } = store.read.tables
    return {
      add,
      run,
      finish,
      show,
      pass: (ms: number) => void (nowMs += ms),
      rows: () => store.read.select().from(verificationRows),
      used: async () => (await store.read.select().from(creditPeriods))[0]?.used,
    }
  }

  describe(`a batch on ${dialect}`, () => {
    test('whose API key was revoked or deleted meanwhile asks for no address and fails with the reason', async () => {
      let asked = 0
      const service = await begin(['u@d.test'], async () => {
        asked++
        return answer('accepted')
      })
      const actor = { kind: 'api_key', id: 'key_gone', name: 'Gone' }
      const caller = { projectId: (await service.show())?.projectId, companyId: '', actor, scopes: ['verification'] }
      const outcome = await service.run(undefined, undefined, { caller })
      expect(outcome).toEqual({ fail: expect.stringContaining('was revoked, has expired or was deleted') })
      expect(asked).toBe(0)
    })

    test('that is broken off again and again asks for each address once more at most, and counts each once', async () => {
      const emails = Array.from({ length: 60 }, (_, index) => `u${index}@d.test`)
      let stop = new AbortController()
      let answered = 0
      const service = await begin(emails, async (_, signal) => {
        if (++answered % 20 === 0) stop.abort()
        return signal.aborted ? answer('egress_paused') : answer('accepted')
      })
      for (let round = 0; round < 10 && (await service.rows()).some(({ dueAt }) => dueAt !== null); round++) {
        stop = new AbortController()
        await service.run(stop.signal)
      }
      expect(await service.run()).toEqual({ done: undefined })
      await service.finish()
      await service.finish()
      expect(await service.show()).toMatchObject({
        status: 'completed',
        processed: 60,
        safe: 60,
        unknown: 0,
        creditsUsed: 60,
      })
      expect(await service.used()).toBe(60)
    })

    test('that two run at one time counts each address once', async () => {
      const service = await begin(
        Array.from({ length: 40 }, (_, index) => `u${index}@d.test`),
        async () => answer('accepted'),
      )
      await Promise.all([service.run(), service.run()])
      await service.finish()
      expect(await service.show()).toMatchObject({ processed: 40, safe: 40, creditsUsed: 40 })
    })

    test('comes back for those that a greylist put off, and gives up after some tries', async () => {
      const tries = new Map<string, number>()
      const service = await begin(['patient@d.test', 'never@d.test', 'now@d.test'], async (local, _, triesBefore) => {
        const count = (tries.get(local) ?? 0) + 1
        tries.set(local, count)
        const isIn = local === 'now' || (local === 'patient' && count > 1)
        return isIn ? answer('accepted') : answer('greylisted', triesBefore < 4 ? { retryAfterMs: 330_000 } : {})
      })
      const outcome = await service.run()
      expect('snooze' in outcome && outcome.snooze > 300_000).toBe(true)
      expect(await service.show()).toMatchObject({ status: 'processing', processed: 1, safe: 1 })
      for (let round = 0; round < 5; round++) {
        service.pass(400_000)
        await service.run()
      }
      await service.finish()
      expect(await service.show()).toMatchObject({ processed: 3, safe: 2, unknown: 1, creditsUsed: 2 })
      expect(Object.fromEntries(tries)).toEqual({ now: 1, patient: 2, never: 5 })
      expect(await service.used()).toBe(2)
    })

    test('whose name servers are gone makes nobody invalid, costs nothing, and is asked again', async () => {
      const gone = new Set(['back.test', 'never.test', 'broken.test'])
      const service = await begin(
        ['a@back.test', 'b@never.test', 'c@broken.test', 'd@there.test'],
        async () => answer('accepted'),
        (name) => (!gone.has(name) ? 'found' : name === 'broken.test' ? 'failed' : 'timeout'),
      )
      const outcome = await service.run()
      expect('snooze' in outcome && outcome.snooze > 50_000).toBe(true)
      expect(await service.show()).toMatchObject({ status: 'processing', processed: 1, safe: 1, creditsUsed: 1 })
      gone.delete('back.test')
      for (let round = 0; round < 3; round++) {
        service.pass(400_000)
        await service.run()
      }
      await service.finish()
      expect(await service.show()).toMatchObject({ processed: 4, safe: 2, invalid: 0, unknown: 2, creditsUsed: 2 })
      expect(await service.used()).toBe(2)
    })

    test('gives way to others when sixteen run and its turn is over, and each address has one verdict', async () => {
      const release = Promise.withResolvers<void>()
      const asked = new Map<string, number>()
      const service = await begin(
        ['u0@d.test', 'slow0@d.test'],
        async (local, signal) => {
          if (local.startsWith('slow') && !signal.aborted) {
            const over = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
            await Promise.race([release.promise, over])
          }
          if (!signal.aborted) asked.set(local, (asked.get(local) ?? 0) + 1)
          return signal.aborted ? answer('egress_paused') : answer('accepted')
        },
        undefined,
        { turnMs: 20 },
      )
      const others = await Promise.all(
        Array.from({ length: limits.batchesAtOnce }, (_, index) =>
          service.add([`u${index + 1}@d.test`, `slow${index + 1}@d.test`]),
        ),
      )
      const ids = others.map(({ id }) => id)
      const first = service.run()
      const running = ids.slice(1).map((id) => service.run(undefined, id))
      // Sixteen run, and none of them can come to its end.
      const yielded = await Promise.race([first, ...running])
      expect('snooze' in yielded).toBe(true)
      release.resolve()
      await Promise.all([first, ...running])
      // One after the other nobody waits, and each comes to its end.
      for (const id of [undefined, ...ids]) expect(await service.run(undefined, id)).toEqual({ done: undefined })
      expect((await service.rows()).every(({ reachable }) => reachable === 'safe')).toBe(true)
      expect(asked.size).toBe(34)
      expect([...asked.values()].every((count) => count <= 2)).toBe(true)
      expect(await service.used()).toBe(34)
    })

    test('where the port of mail is closed is over at once, unknown, and free', async () => {
      const emails = Array.from({ length: 20 }, (_, index) => `u${index}@d.test`)
      const closed = answer('egress_port25_blocked', { canConnect: false, retryAfterMs: 600_000 })
      const service = await begin(emails, async () => closed)
      expect(await service.run()).toEqual({ done: undefined })
      await service.finish()
      expect(await service.show()).toMatchObject({ unknown: 20, invalid: 0, creditsUsed: 0 })
      expect(await service.used()).toBe(0)
    })

    test('waits for no clock that was set back, and goes on when it was set forward', async () => {
      const service = await begin(['u1@d.test', 'u2@d.test'], async () => answer('accepted'))
      service.pass(-7_200_000)
      expect(await service.run()).toEqual({ done: undefined })
      expect(await service.show()).toMatchObject({ processed: 2, safe: 2 })
      const later = await begin(['u1@d.test'], async () => answer('greylisted', { retryAfterMs: 330_000 }))
      await later.run()
      later.pass(90 * 86_400_000)
      await later.run()
      expect((await later.rows()).filter(({ tries }) => tries === 2).length).toBe(1)
    })

    test('keeps each row that is stored as it was settled, wherever it is broken off', async () => {
      const emails = Array.from({ length: 50 }, (_, index) => `u${index}@d.test`)
      const service = await begin(emails, async (local) =>
        Number(local.slice(1)) % 2 === 0 ? answer('accepted') : answer('blocked'),
      )
      const stop = new AbortController()
      const broken = service.run(stop.signal)
      stop.abort()
      await broken
      await service.run()
      // Without the end of the job: it is the rows that are paid for.
      expect(await service.used()).toBe(25)
      await service.finish()
      expect(await service.used()).toBe(25)
      expect(await service.show()).toMatchObject({ safe: 25, unknown: 25, creditsUsed: 25 })
    })
  })
})
