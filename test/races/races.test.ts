/** The race bench in short form: two real processes on one Postgres, and one on SQLite. All invariants are checked after each scenario. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Ledger } from '../../bench/races/ledger.ts'
import { type Scenario, countDeadlocks, playScenario } from '../../bench/races/scenario.ts'
import { closingFolders } from '../../bench/races/scenarios/access.ts'
import { changingModules } from '../../bench/races/scenarios/changes.ts'
import { deletedInUse, restoredAtTheHour } from '../../bench/races/scenarios/deletions.ts'
import { kills, killsOnSqlite, lostCommits, lostFiles } from '../../bench/races/scenarios/faults.ts'
import { firstSaves, mixed, mixedOnSqlite } from '../../bench/races/scenarios/saves.ts'
import { lockHolders, sessionsEverywhere } from '../../bench/races/scenarios/starts.ts'
import { type World, openWorld } from '../../bench/races/world.ts'
import { isBuildStale } from '../../scripts/stale-build.ts'

/**
 * Rounds of each, so few that all of them take seconds. Those that kill processes come last. That a module is synced beside
 * savers is in test/surfaces/templates/races.test.ts.
 */
const played = {
  postgres: [
    [closingFolders, 2],
    [firstSaves, 3],
    [sessionsEverywhere, 1],
    [lockHolders, 2],
    [deletedInUse, 2],
    [changingModules, 2],
    [mixed, 1],
    [restoredAtTheHour, 1],
    [lostFiles, 2],
    [lostCommits, 1],
    [kills, 1],
  ],
  sqlite: [
    [mixedOnSqlite, 1],
    [killsOnSqlite, 1],
  ],
} satisfies Record<string, [Scenario, number][]>

describe.each(['postgres', 'sqlite'] as const)('on %s', (dialect) => {
  let world: World
  const ledger = new Ledger()

  beforeAll(async () => {
    const replicas = dialect === 'postgres' ? 2 : 1
    world = await openWorld({ seed: 1, dialect, replicas, isSource: isBuildStale() })
  })
  afterAll(() => world.stop())

  for (const [scenario, rounds] of played[dialect])
    test(`no invariant is violated: ${scenario.about}`, async () => {
      const { violations } = await playScenario(scenario, world, rounds, ledger)
      expect(violations).toEqual([])
    })

  test('and the database has found no deadlock', async () => {
    await world.stop()
    expect(await countDeadlocks(world)).toBe(0)
  })
})
