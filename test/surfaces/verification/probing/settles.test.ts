/** Whatever limits, servers and callers do: everybody who asks is answered, and no server is queried more than the limit allows. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ProbeOutcome } from '../../../../src/deliverability/smtp/index.ts'
import { type ProbeOptions, shareThrough } from '../../../../src/surfaces/verification/probing/index.ts'
import { hostileRows } from '../../../deliverability/smtp/hostile-rows.ts'
import { type MxManner, type MxRecord, startMxFarm } from '../../../support/mx-farm.ts'
import { openTestStore } from '../../../support/store.ts'
import { until } from '../../../support/until.ts'
import { netOf } from '../../../platform/net/receivers.ts'
import { mxOf, proberOf, targetOf } from './prober-of.ts'

/** Servers that answer, in time, and as many answers as there were commands, or that hang up. */
const answering = hostileRows.filter(([, spoil]) => {
  const said = spoil(['250 a', '550 b', '250 c'])
  return said.length >= 3 && !said.some((each) => each === undefined || /^\d{3}-/.test(each))
})
const manners: readonly Partial<MxManner>[] = [
  { latencyMs: 1 },
  { latencyMs: 5 },
  { latencyMs: 2, maxRecipients: 1 },
  { latencyMs: 2, maxRecipients: 3 },
  { latencyMs: 1, extensions: [] },
  { latencyMs: 1, answers: { 'RCPT TO:<u3@': 'close' } },
  { banner: '421 4.3.2 too busy' },
  ...answering.map(([, spoil]) => ({ latencyMs: 1, spoil })),
]
const farm = startMxFarm(manners.length, { net: 49, manner: (index) => ({ slowMs: 30, ...manners[index] }) })
const locals = ['u1', 'nobody', 'u2', 'full1', 'slow1', 'u3', 'off1', 'grey1', 'stranger', 'u4']
const store = await openTestStore('sqlite')

const [probes, windowMs] = [fc.integer({ min: 1, max: 8 }), fc.integer({ min: 30, max: 80 })]
const groupSessions = fc.integer({ min: 1, max: 3 })
const limits = fc.record({ probes, windowMs, groupSessions })
const row = fc.record({
  domain: fc.constantFrom('a.test', 'b.test', 'c.test', 'all.test'),
  local: fc.constantFrom(...locals),
})
const world = fc.record({
  limits,
  servers: fc.uniqueArray(fc.nat(manners.length - 1), { minLength: 1, maxLength: 2 }),
  rows: fc.array(row, { minLength: 1, maxLength: 30 }),
})
let runs = 0

/** A prober alone, or over a database; its group is that of this run alone. */
function start({ limits: own, isShared }: { limits: { probes: number; windowMs: number }; isShared: boolean }) {
  const faults: unknown[] = []
  const tag = `run${++runs}`
  const shared = isShared ? { shared: shareThrough(store, (error) => faults.push(error)) } : {}
  const prober = proberOf(farm, { limits: own, ...shared })
  const unforeseen = () => [...faults, ...prober.logged.filter((line) => line.includes('unforeseen'))]
  return { prober, tag, unforeseen }
}

async function queryAll(
  {
    limits: own,
    rows,
    servers,
  }: { limits: { probes: number; windowMs: number; groupSessions: number } } & {
    servers: readonly number[]
    rows: readonly { domain: string; local: string }[]
  },
  { isShared, optionsOf = () => ({}) }: { isShared: boolean; optionsOf?: (index: number) => ProbeOptions },
): Promise<{ outcomes: ProbeOutcome[]; asked: number[]; unforeseen: unknown[] }> {
  const hosts = servers.map((index) => farm.hosts[index]).filter((host): host is MxRecord => host !== undefined)
  for (const host of hosts) host.asked.length = 0
  const { prober, tag, unforeseen } = start({ limits: own, isShared })
  const mx = mxOf(farm, servers, (index) => `mx${index}.${tag}.test`)
  const outcomes: ProbeOutcome[] = []
  const ask = async ({ domain, local }: { domain: string; local: string }, index: number) => {
    const { outcome } = await prober.probe(targetOf(`${local}@${domain}`), mx, optionsOf(index))
    outcomes.push(outcome)
  }
  void Promise.all(rows.map(ask))
  await until(
    () => outcomes.length === rows.length || unforeseen().length > 0,
    () => `${rows.length - outcomes.length} of ${rows.length} answers`,
  )
  await prober.close()
  return { outcomes, asked: hosts.flatMap((host) => host.asked), unforeseen: unforeseen() }
}

describe.each([
  ['a process alone', false],
  ['processes with one database', true],
])('%s', (_, isShared) => {
  test('answers everybody, within any limit, whatever servers do', async () => {
    const property = fc.asyncProperty(world, async (given) => {
      const { asked, outcomes, unforeseen } = await queryAll(given, { isShared })
      const times = asked.toSorted((one, other) => one - other)
      const { probes: max, windowMs: lengthMs } = given.limits
      const crowded = times.filter((time, index) => (times[index + max] ?? Infinity) - time < lengthMs)
      expect([unforeseen, outcomes.length, crowded]).toEqual([[], given.rows.length, []])
    })
    await fc.assert(property, { numRuns: 15, endOnFailure: true })
  })
  test('answers everybody of whom some are called off and some are urgent', async () => {
    const manner = fc.constantFrom('patient', 'urgent', 'called off at once', 'called off soon')
    const property = fc.asyncProperty(world, fc.array(manner, { minLength: 1 }), async (given, randomChanges) => {
      const optionsOf = (index: number): ProbeOptions => {
        const options = randomChanges[index % randomChanges.length] ?? 'patient'
        if (options === 'patient' || options === 'urgent') return { isUrgent: options === 'urgent' }
        return { signal: AbortSignal.timeout(options === 'called off soon' ? 20 + index : 0) }
      }
      const { outcomes, unforeseen } = await queryAll(given, { isShared, optionsOf })
      expect([unforeseen, outcomes.length]).toEqual([[], given.rows.length])
    })
    await fc.assert(property, { numRuns: 15, endOnFailure: true })
  })
  test('answers everybody where many domains of one provider share a limit', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({
      domain: `d${index % 5}.test`,
      local: `${['u', 'nobody', 'slow', 'u'][index % 4]}${index}`,
    }))
    const own = { probes: 16, windowMs: 400, groupSessions: 3 }
    const { outcomes, unforeseen } = await queryAll({ limits: own, rows, servers: [0] }, { isShared })
    expect([unforeseen, outcomes.length]).toEqual([[], rows.length])
  })
  test('answers everybody where sessions end and the limit is one recipient', async () => {
    const rows = ['u1', 'u2', 'nobody', 'u4'].map((local) => ({ domain: 'a.test', local }))
    const own = { probes: 1, windowMs: 50, groupSessions: 2 }
    const { outcomes, unforeseen } = await queryAll({ limits: own, rows, servers: [2] }, { isShared })
    expect([unforeseen, outcomes.length]).toEqual([[], rows.length])
  })
})

test('a fault of ours ends the job that it met, is told, and nobody behind waits in vain', async () => {
  const { connect } = netOf()
  let calls = 0
  const failing: typeof connect = async (request) => {
    if (++calls % 2 === 1) throw new Error('a fault of ours')
    return connect(request)
  }
  const prober = proberOf(farm, { connect: failing, limits: { probes: 5, windowMs: 50, groupSessions: 1 } })
  const mx = mxOf(farm, [0], (index) => `mx${index}.fault.test`)
  const probes = ['a', 'b', 'c', 'd'].map((name) => prober.probe(targetOf(`off1@${name}.test`), mx))
  const outcomes = (await Promise.all(probes)).map(({ outcome }) => outcome)
  expect(outcomes).toEqual(['unreachable', 'disabled', 'disabled', 'disabled'])
  expect(prober.logged.filter((line) => line.includes('unforeseen'))).toHaveLength(1)
})
