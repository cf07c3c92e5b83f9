/** What a scenario is, and how one is run and evaluated. */
import { inspectAnswers } from './downloads.ts'
import { inspectTables } from './invariants.ts'
import { Ledger } from './ledger.ts'
import { type World, type WorldOptions, openWorld } from './world.ts'

export interface Run {
  world: World
  ledger: Ledger
  rounds: number
  /** Adds what is wrong beyond what every scenario is evaluated by. */
  fail(violation: string): void
}

export interface Scenario {
  name: string
  /** One sentence: who does what at once. */
  about: string
  /** How often, in short form and in long form. */
  rounds: readonly [short: number, long: number]
  world?: Omit<WorldOptions, 'seed' | 'isSource'>
  /** Deadlocks are no violation where someone else provokes them. */
  mayDeadlock?: true
  /** Gives figures to be shown beside the result. */
  run(run: Run): Promise<Record<string, string | number>>
}

export interface Outcome {
  violations: string[]
  figures: Record<string, string | number>
}

const drainMs = 90_000

/** Runs a scenario in a world of its own. */
export async function runScenario(
  scenario: Scenario,
  { rounds, ...options }: { rounds: number; seed: number; isSource: boolean },
): Promise<Outcome> {
  const world = await openWorld({ ...scenario.world, ...options })
  try {
    const { figures, violations } = await playScenario(scenario, world, rounds)
    await world.stop()
    const deadlocks = await countDeadlocks(world)
    if (deadlocks > 0 && scenario.mayDeadlock === undefined)
      violations.push(`${deadlocks} deadlocks`, ...(await describeDeadlocks(world)))
    return { violations, figures: { ...figures, ...summary(world), deadlocks } }
  } finally {
    await world.stop()
  }
}

/** Runs a scenario in a world that others use before and after it, and evaluates all that is stored. */
export async function playScenario(
  scenario: Scenario,
  world: World,
  rounds: number,
  ledger: Ledger = new Ledger(),
): Promise<Outcome> {
  const violations: string[] = []
  world.tally.faults.splice(0)
  const figures = await scenario.run({ world, ledger, rounds, fail: (text) => void violations.push(text) })
  violations.push(...(await drain(world)))
  violations.push(...(await inspectTables(world, ledger)), ...(await inspectAnswers(world, ledger)))
  violations.push(...world.tally.faults.splice(0))
  return { violations, figures }
}

/**
 * Waits until no job is left. A job whose process is gone or whose claim was lost is anybody's after half a minute; that
 * time is not waited for.
 */
async function drain({ database, replicas }: World): Promise<string[]> {
  if (replicas.every(({ isDisturbed }) => isDisturbed)) return []
  const end = performance.now() + drainMs
  let before = ''
  let sameSince = performance.now()
  for (;;) {
    const left = await database.rows(
      `select kind, state, count(*) as count from jobs where state in ('ready', 'running', 'scheduled') and kind not like 'housekeeping.%' group by kind, state order by kind, state`,
    )
    if (left.length === 0) return []
    const now = JSON.stringify(left)
    if (now !== before) sameSince = performance.now()
    before = now
    if (performance.now() - sameSince > 2000) {
      await database.rows(`update jobs set lease_until = 1 where state = 'running'`)
      await database.rows(`update jobs set run_at = 1 where state = 'scheduled'`)
      sameSince = performance.now()
    }
    if (performance.now() > end) return [`jobs are left: ${now}`]
    await Bun.sleep(50)
  }
}

/** Deadlocks that Postgres found in a world that has stopped: a connection reports its own when it ends. */
export async function countDeadlocks({ database }: World): Promise<number> {
  if (database.dialect === 'sqlite') return 0
  for (let tries = 0; tries < 200; tries++) {
    // Those of the bench itself bear its name.
    const others = await database.rows(
      `select 1 from pg_stat_activity where datname = current_database() and application_name <> 'races'`,
    )
    if (others.length === 0) break
    await Bun.sleep(50)
  }
  const [row] = await database.rows('select deadlocks from pg_stat_database where datname = current_database()')
  return Number(row?.['deadlocks'] ?? 0)
}

const statementsShown = 2

/** The statements of the latest deadlocks, from the log of the throw-away server, whose only user this is. */
async function describeDeadlocks({ database }: World): Promise<string[]> {
  const [log] = await database.rows<{ text: string }>(
    `select string_agg(pg_read_file(path || '/' || name), '') as text
     from (select current_setting('data_directory') || '/..' as path) as place, pg_ls_dir(path) as name where name like 'log-%'`,
  )
  const found = [
    ...(log?.text ?? '').matchAll(/ERROR: {2}deadlock detected\n.*DETAIL: {2}([^]*?)\n[^\n]*(?:HINT|CONTEXT)/g),
  ]
  return found
    .slice(-statementsShown)
    .map(([, detail = '']) => `a deadlock: ${detail.replace(/\s+/g, ' ').slice(0, 900)}`)
}

export function summary({ commits, tally }: World): Record<string, string | number> {
  const { maxMs, medianMs } = tally.latencies()
  const lost = commits.reduce((sum, proxy) => sum + proxy.lost, 0)
  return {
    calls: tally.calls,
    '503': tally.count(503),
    'no response': tally.count(0),
    'median, ms': medianMs,
    'max, ms': maxMs,
    ...(lost === 0 ? {} : { 'lost commits': lost }),
  }
}
