import { beforeAll, describe, expect, test } from 'bun:test'
import { startService } from '../../support/service.ts'
import { makeHost, makeKey } from '../../surfaces/plugin/host.ts'
import { type SessionTarget, type SessionOptions, runSession } from './session.ts'

// `SVC_TEST_SESSIONS=2000 SVC_TEST_SEED=1 bun test test/editor/saving/sessions.test.ts` runs the long form.
const count = Number(process.env['SVC_TEST_SESSIONS'] ?? 50)
const first = Number(process.env['SVC_TEST_SEED'] ?? 1)

let target: SessionTarget

beforeAll(async () => {
  const environment = { SVC_PLUGIN_RATE_LIMIT: '10000000/900' }
  const service = await startService({ dialect: 'sqlite', environment })
  const host = await makeHost(service)
  target = { service, host, key: await makeKey(service, host) }
})

async function faultsOf(options: Omit<SessionOptions, 'seed'>): Promise<{ faults: string[]; conflicts: number }> {
  const faults: string[] = []
  let conflicts = 0
  const sum: Record<string, number> = {}
  for (let seed = first; seed < first + count; seed++) {
    const end = await runSession(target, { ...options, seed })
    conflicts += end.conflicts
    for (const [name, times] of Object.entries(end.counts)) sum[name] = (sum[name] ?? 0) + times
    faults.push(...end.faults.map((fault) => `seed ${seed}: ${fault}`))
  }
  console.log(`${count} sessions from seed ${first}: ${conflicts} conflicts, ${JSON.stringify(sum)}`)
  return { faults, conflicts }
}

describe('random sessions with lost responses, failing requests and windows that close', () => {
  test('end saved and as shown, without a conflict, if others change something else', async () => {
    expect(await faultsOf({ isApart: true })).toEqual({ faults: [], conflicts: 0 })
  })

  test('end saved and as shown if others change anything, with conflicts only for what both changed', async () => {
    expect((await faultsOf({ isApart: false })).faults).toEqual([])
  })
})
