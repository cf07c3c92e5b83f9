import { readFileSync } from 'node:fs'
import { percentile } from '../table.ts'
import type { Contender, Load } from './contender.ts'

/** How much is measured. */
export interface Amount {
  waiting: number
  wakeUps: number
  /** Jobs of the one tenant that has many, and of each of the hundred that have few. */
  large: number
  small: number
}

export interface Figures {
  drainedPerSecond: number
  wakeUpP50Ms: number
  wakeUpP99Ms: number
  /** From the start of the workers until every small tenant is served. */
  smallTenantsMs: number
  peakBytes: number
}

const batch = 1000
const smallTenants = 100

/**
 * Drains a backlog, wakes an idle queue, and lets small tenants follow a large one, in this order. `analyze` has the
 * database take note of what was stored, as it does by itself within a minute.
 */
export async function measure(contender: Contender, amount: Amount, analyze: () => Promise<void>): Promise<Figures> {
  await fill(contender, amount.waiting, (index) => `tenant ${index % 20}`)
  await analyze()
  const drainedMs = await timeUntil(contender, amount.waiting, () => true)

  const delays = await wakeUps(contender, amount.wakeUps)

  await fill(contender, amount.large, () => 'large')
  await fill(contender, amount.small * smallTenants, (index) => `small ${index % smallTenants}`)
  await analyze()
  const smallTenantsMs = await timeUntil(contender, amount.small * smallTenants, ({ tenant }) => tenant !== 'large')

  return {
    drainedPerSecond: Math.round((amount.waiting / drainedMs) * 1000),
    wakeUpP50Ms: percentile(delays, 0.5),
    wakeUpP99Ms: percentile(delays, 0.99),
    smallTenantsMs,
    peakBytes: peakOfThisProcess(),
  }
}

async function fill(contender: Contender, count: number, tenantOf: (index: number) => string): Promise<void> {
  for (let from = 0; from < count; from += batch) {
    const size = Math.min(batch, count - from)
    await contender.enqueue(Array.from({ length: size }, (_, index) => ({ tenant: tenantOf(from + index) })))
  }
}

/** Milliseconds from the start of the workers until `count` of the jobs that matter have run; then the workers stop. */
async function timeUntil(contender: Contender, count: number, matters: (load: Load) => boolean): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = count
  const startedAt = performance.now()
  await contender.start((load) => {
    if (matters(load) && --left === 0) resolve()
  })
  await promise
  const elapsedMs = performance.now() - startedAt
  await contender.stop()
  return elapsedMs
}

/** Milliseconds from before a job is sent until it runs, each sent to workers that have nothing to do. */
async function wakeUps(contender: Contender, count: number): Promise<number[]> {
  const delays: number[] = []
  let ran: (() => void) | undefined
  await contender.start(({ sentAtMs = 0 }) => {
    delays.push(performance.now() - sentAtMs)
    ran?.()
  })
  for (let i = 0; i < count; i++) {
    // Uneven pauses, so that no timer of the queue falls into step with them.
    await Bun.sleep(10 + (i % 7) * 3)
    const arrived = new Promise<void>((resolve) => (ran = resolve))
    await contender.enqueue([{ tenant: 'idle', sentAtMs: performance.now() }])
    await arrived
  }
  await contender.stop()
  return delays
}

// The kernel keeps the highest mark (Linux); elsewhere the runtime's own.
function peakOfThisProcess(): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}
