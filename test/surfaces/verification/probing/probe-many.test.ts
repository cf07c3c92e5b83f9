import { describe, expect, test } from 'bun:test'
import { type ProbeItem, probeMany } from '../../../../src/surfaces/verification/probing/index.ts'
import { startMxFarm } from '../../../support/mx-farm.ts'
import { until } from '../../../support/until.ts'
import { mxOf, proberOf, targetOf } from './prober-of.ts'

const farm = startMxFarm(10, { net: 50, manner: () => ({ latencyMs: 1 }), keepsCommands: false })
const limits = { probes: Infinity, groupSessions: 8 }

/** Addresses over many domains; an `all` domain takes everybody. */
function* addresses(count: number): Generator<ProbeItem & { truth: string }> {
  const kinds = ['accepted', 'accepted', 'not_found', 'full_inbox', 'disabled']
  const locals = ['u', 'u', 'x', 'full', 'off']
  for (let index = 0; index < count; index++) {
    const kind = index % kinds.length
    const host = index % 10
    const mx = mxOf(farm, [host], (each) => `mx.many${each}.test`)
    yield { target: targetOf(`${locals[kind]}${index}@d${index % 50}.test`), mx, truth: kinds[kind] ?? '' }
  }
}

describe('many addresses', () => {
  test('all get the answer that is true, once', async () => {
    const prober = proberOf(farm, { limits })
    const seen = new Set<string>()
    const wrong: string[] = []
    for await (const { item, probe } of probeMany(prober, addresses(3000))) {
      expect(seen.has(item.target.ascii)).toBe(false)
      seen.add(item.target.ascii)
      if (probe.outcome !== item.truth) wrong.push(`${probe.outcome}, not ${item.truth}`)
    }
    expect([seen.size, wrong, prober.waiting]).toEqual([3000, [], 0])
    await until(() => farm.hosts.every(({ open }) => open === 0), 'every session to end')
  })
  test('are read from an endless source no further than places get free, and end when they are called off', async () => {
    const prober = proberOf(farm, { limits })
    const abort = new AbortController()
    let [read, given] = [0, 0]
    async function* endless() {
      for (const item of addresses(Infinity)) {
        read++
        yield item
      }
    }
    for await (const _result of probeMany(prober, endless(), { signal: abort.signal, width: 40 })) {
      expect(read - given).toBeLessThanOrEqual(42)
      if (++given === 200) abort.abort()
    }
    expect(given).toBeLessThan(300)
    expect(prober.waiting).toBe(0)
  })
  test('of a slow provider do not keep those of others waiting', async () => {
    const slow = startMxFarm(2, { net: 51, manner: (index) => ({ slowMs: index === 0 ? 600_000 : 0 }) })
    const prober = proberOf(slow, { limits: { probes: Infinity, groupSessions: 1 } })
    const items = Array.from({ length: 40 }, (_, index) => ({
      target: targetOf(index < 20 ? `slow${index}@s${index}.test` : `off${index}@q${index}.test`),
      mx: mxOf(slow, [index < 20 ? 0 : 1], (host) => `mx.speed${host}.test`),
    }))
    const abort = new AbortController()
    const given = { slow: 0, quick: 0 }
    for await (const { item } of probeMany(prober, items, { signal: abort.signal })) {
      given[item.target.ascii.startsWith('off') ? 'quick' : 'slow']++
      if (given.quick === 20) abort.abort()
    }
    // A slow one is given up after ten seconds.
    expect(given.quick).toBe(20)
    expect(given.slow).toBeLessThan(5)
  })
})
