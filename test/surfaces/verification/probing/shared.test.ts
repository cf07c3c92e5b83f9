/** What probing knows together with other processes and after a restart. */
import { afterEach, describe, expect, test } from 'bun:test'
import path from 'node:path'
import { purgeProbing, shareThrough } from '../../../../src/surfaces/verification/probing/index.ts'
import type { Store } from '../../../../src/platform/storage/index.ts'
import { cleanUp } from '../../../support/clean-up.ts'
import { startMxFarm } from '../../../support/mx-farm.ts'
import { createMigratedDatabase, eachDialect } from '../../../support/store.ts'
import { until } from '../../../support/until.ts'
import { impatient, mxOf, proberOf, targetOf, wellKnownDns } from './prober-of.ts'

const faults: unknown[] = []
const shared = (store: Store) => shareThrough(store, (error) => faults.push(error))

/** Probers end before their stores do. */
const open: ReturnType<typeof proberOf>[] = []
const start: typeof proberOf = (...parts) => {
  const prober = proberOf(...parts)
  open.push(prober)
  return prober
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((prober) => prober.close()))
  expect(faults.splice(0)).toEqual([])
})

eachDialect((dialect, openStore) => {
  const net = dialect === 'sqlite' ? 140 : 150

  test('a domain that takes anybody is known after a restart, without an address being kept', async () => {
    const store = await openStore()
    const farm = startMxFarm(1, { net })
    const first = start(farm, { shared: shared(store) })
    expect(await first.probe(targetOf('u1@all.test'), mxOf(farm, [0]))).toMatchObject({ catchAll: true })
    expect(await first.probe(targetOf('u1@some.test'), mxOf(farm, [0]))).toMatchObject({ catchAll: false })
    await first.close()
    expect(farm.hosts[0]?.asked).toHaveLength(5)

    const second = start(farm, { shared: shared(store) })
    expect(await second.probe(targetOf('u2@all.test'), mxOf(farm, [0]))).toMatchObject({ catchAll: true })
    expect(await second.probe(targetOf('u2@some.test'), mxOf(farm, [0]))).toMatchObject({ catchAll: false })
    expect(farm.hosts[0]?.asked).toHaveLength(7)
    await second.close()
    const { probeNotes, probeBudgets } = store.read.tables
    const kept = [await store.read.select().from(probeNotes), await store.read.select().from(probeBudgets)]
    expect(kept.map((rows) => rows.length)).toEqual([3, 1])
    expect(JSON.stringify(kept)).not.toContain('@')
  })

  test('servers that block us are left alone by every process, and by the next one', async () => {
    const store = await openStore()
    const farm = startMxFarm(1, {
      net: net + 1,
      manner: () => ({ answers: { MAIL: '550 5.7.1 your IP is on spamhaus' } }),
    })
    const other = start(farm, { shared: shared(store) })
    const first = start(farm, { shared: shared(store) })
    expect((await first.probe(targetOf('u1@a.test'), mxOf(farm, [0]))).outcome).toBe('blocked')
    await first.close()
    for (const prober of [other, start(farm, { shared: shared(store) })]) {
      const probe = await prober.probe(targetOf('u1@b.test'), mxOf(farm, [0]))
      expect(probe.outcome).toBe('egress_paused')
      expect(probe.retryAfterMs).toBeGreaterThan(29 * 60_000)
    }
    // Who leaves by another address is not concerned.
    const elsewhere = start(farm, { shared: shared(store), helo: 'verify2.example.org' })
    expect((await elsewhere.probe(targetOf('u1@b.test'), mxOf(farm, [0]))).outcome).toBe('blocked')
  })

  test('a domain whose mailboxes a project guesses is left alone by every process, for that project', async () => {
    const store = await openStore()
    const farm = startMxFarm(1, { net: net + 10 })
    let hours = 0
    const now = () => performance.now() + hours * 3_600_000
    const limits = { probes: 10_000, windowMs: 1000 }
    const first = start(farm, { shared: shared(store), limits, now })
    const other = start(farm, { shared: shared(store), limits })
    const guess = async ({ probe }: typeof first, name: string, project = 'one') =>
      probe(targetOf(`${name}@guessed.test`), mxOf(farm, [0]), { project })
    const names = ['anna', 'ben', 'clara', 'dirk', 'eve'].flatMap((name) =>
      ['ito', 'olsen', 'quint', 'berger', 'lee'].map((last) => `${name}.${last}`),
    )
    // One after the other: 20 refusals, or fewer where names differ in one letter only.
    const outcomes: string[] = []
    for (const name of names) outcomes.push((await guess(first, name)).outcome)
    const probed = outcomes.filter((outcome) => outcome === 'not_found').length
    expect(outcomes.slice(0, probed)).toEqual(Array<string>(probed).fill('not_found'))
    expect([...new Set(outcomes.slice(probed))]).toEqual(['harvest_suspected'])
    expect(probed).toBeLessThanOrEqual(20)
    expect(farm.hosts[0]?.asked).toHaveLength(probed)

    const stopped = await guess(first, 'u1')
    expect(stopped).toMatchObject({ outcome: 'harvest_suspected', canConnect: false })
    expect(stopped.retryAfterMs).toBeGreaterThan(59 * 60_000)
    expect(stopped.evidence.at(-1)?.detail).toContain(`rejected ${probed} and accepted 0`)
    expect((await guess(first, 'u1', 'another')).outcome).toBe('accepted')
    await first.close()
    for (const prober of [other, start(farm, { shared: shared(store) })])
      expect((await guess(prober, 'u2')).outcome).toBe('harvest_suspected')
    expect(first.logged.filter((line) => line.includes('most of the mailboxes'))).toHaveLength(1)
    expect(first.logged.join('')).not.toContain('@guessed.test')

    // The same process an hour later: half as many refusals pause the domain, for twice as long.
    const later = start(farm, { limits, now })
    const strangers = Array.from({ length: 40 }, (_, index) =>
      'abcdefghijklmnopqrstuvwxyz'.repeat(2).slice(index % 26, (index % 26) + 5 + (index > 25 ? 1 : 0)),
    )
    const refuse = async () => {
      let count = 0
      for (const name of strangers) {
        const { outcome, retryAfterMs } = await guess(later, name)
        if (outcome === 'harvest_suspected') return [count, Math.round((retryAfterMs ?? 0) / 3_600_000)]
        count++
      }
      return [count]
    }
    expect(await refuse()).toEqual([20, 1])
    hours = 2
    expect(await refuse()).toEqual([10, 2])
  })

  test('the third host is asked where what a short window lends is given back before', async () => {
    const farm = startMxFarm(3, {
      net: net + 9,
      manner: () => ({ latencyMs: 40, answers: { RCPT: '554 5.7.1 Relay access denied' } }),
    })
    const prober = start(farm, { shared: shared(await openStore()), limits: { probes: 1000, windowMs: 1000 } })
    const signal = AbortSignal.timeout(120_000)
    const probe = await prober.probe(targetOf('u1@a.test'), mxOf(farm, [0, 1, 2]), { signal })
    expect([probe.outcome, farm.hosts.map(({ connections }) => connections)]).toEqual(['relay_denied', [1, 1, 1]])
  })

  test('a closed port is not tried again by the next process', async () => {
    const store = await openStore()
    let tries = 0
    const connect = async () => {
      tries++
      return { failure: 'timeout', detail: 'nobody answers' } as const
    }
    const farm = startMxFarm(1, { net: net + 2 })
    const dns = await wellKnownDns()
    const first = start(farm, { shared: shared(store), connect, dns, limits: impatient })
    await first.probe(
      targetOf('u1@one.test'),
      mxOf(farm, [0], () => 'mx.one.test'),
    )
    await first.close()
    const before = tries
    const second = start(farm, { shared: shared(store), connect, dns, limits: impatient })
    const probe = await second.probe(
      targetOf('u1@four.test'),
      mxOf(farm, [0], () => 'mx.four.test'),
    )
    expect([probe.outcome, tries]).toEqual(['egress_port25_blocked', before])
  })

  test('a limit counts what was asked before a restart', async () => {
    const store = await openStore()
    const farm = startMxFarm(1, { net: net + 3 })
    // Three are needed to begin: an address may prove that its domain takes anybody.
    const limits = { probes: 5, windowMs: 60_000 }
    const first = start(farm, { shared: shared(store), limits })
    for (const index of [1, 2, 3]) await first.probe(targetOf(`off${index}@a.test`), mxOf(farm, [0]))
    await first.close()
    const books = shared(store)
    let answers = 0
    const counted: typeof books = {
      ...books,
      openWindow: (options) => {
        const onChange = () => {
          answers++
          options.onChange()
        }
        return books.openWindow({ ...options, onChange })
      },
    }
    const second = start(farm, { shared: counted, limits })
    const waiting = [4, 5, 6].map((index) => second.probe(targetOf(`off${index}@a.test`), mxOf(farm, [0])))
    await until(() => answers > 0, 'the limit to be read')
    expect([second.waiting, farm.hosts[0]?.asked.length]).toEqual([3, 3])
    await second.close()
    expect((await Promise.all(waiting)).map(({ outcome }) => outcome)).toEqual(Array(3).fill('egress_paused'))
    expect(farm.hosts[0]?.asked.length).toBe(3)
  })

  test('what holds no more is forgotten', async () => {
    const store = await openStore()
    const { close, write } = shared(store)
    write('catch-all a.test', { value: 'yes', leftMs: -2 * 3_600_000 })
    write('catch-all b.test', { value: 'yes', leftMs: 60_000 })
    await close()
    expect(await purgeProbing(store, Date.now(), new AbortController().signal)).toBe(1)
    expect(await store.read.$count(store.read.tables.probeNotes)).toBe(1)
  })
})

describe('two processes on one database', () => {
  test('together never ask more than the limit, and use it', async () => {
    const url = await createMigratedDatabase()
    const farm = startMxFarm(1, { net: 160, manner: () => ({ latencyMs: 1 }) })
    const [probes, windowMs] = [40, 1000]
    const given = { url, address: farm.hosts[0]?.address, port: farm.port, probes, windowMs }
    for (const tag of ['a', 'b']) {
      const child = Bun.spawn(
        [process.execPath, path.join(import.meta.dir, 'probe-many.ts'), JSON.stringify({ ...given, tag })],
        { stdio: ['ignore', 'ignore', 'inherit'] },
      )
      cleanUp(async () => {
        child.kill('SIGKILL')
        await child.exited
      })
    }
    const asked = farm.hosts[0]?.asked ?? []
    const requests = (tag: string) =>
      farm.hosts[0]?.commands.filter((line) => line.startsWith('RCPT') && line.includes(`@${tag}`)).length ?? 0
    await until(() => asked.length > 6 * probes && requests('a') > 10 && requests('b') > 10, 'both to ask')
    const times = asked.toSorted((one, other) => one - other)
    expect(times.filter((time, index) => (times[index + probes] ?? Infinity) - time < windowMs)).toEqual([])
  })
})
