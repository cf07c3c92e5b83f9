import { describe, expect, test } from 'bun:test'
import { type SessionOptions, runSession } from './session.ts'

const count = Number(process.env['SVC_TEST_SESSIONS'] ?? 150)

async function faultsOf(options: Omit<SessionOptions, 'seed'>): Promise<{ faults: string[]; conflicts: number }> {
  const faults: string[] = []
  let conflicts = 0
  for (let seed = 1; seed <= count; seed++) {
    const end = await runSession({ ...options, seed })
    conflicts += end.conflicts
    if (end.fault !== undefined) faults.push(`seed ${seed}: ${end.fault}`)
  }
  return { faults, conflicts }
}

describe('random sessions with lost responses, failing requests and windows that close', () => {
  test('end saved, as shown and without a question, where others change something else', async () => {
    expect(await faultsOf({ isApart: true })).toEqual({ faults: [], conflicts: 0 })
  })

  test('end saved and as shown where others change anything, once the questions are answered', async () => {
    expect((await faultsOf({ isApart: false })).faults).toEqual([])
  })
})
