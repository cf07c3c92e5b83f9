/**
 * The twenty mail servers in a process of their own. Prints their port and addresses, and for each line on standard input, such
 * as `{"most":100,"windowMs":10000}`, what each server saw since it was last asked.
 */
import { startMxFarm } from '../../test/support/mx-farm.ts'
import { mannerOf, servers } from './mix.ts'

/** What one server saw. */
export interface SeenRequest {
  /** The most recipients in any window. */
  readonly busiest: number
  /**
   * The part of what the limit allows that was used, in the whole windows from the first recipient on until nine in ten had been
   * requested: who was greylisted comes later.
   */
  readonly used: number
}

const farm = startMxFarm(servers, { net: 71, manner: mannerOf, keepsCommands: false })
console.log(JSON.stringify({ port: farm.port, addresses: farm.hosts.map(({ address }) => address) }))

for await (const line of console) {
  const { max, windowMs } = JSON.parse(line) as { max: number; windowMs: number }
  console.log(JSON.stringify(farm.hosts.map(({ asked }) => look(asked.splice(0), { max, windowMs }))))
}

function look(times: readonly number[], { max, windowMs }: { max: number; windowMs: number }): SeenRequest {
  const sorted = times.toSorted((one, other) => one - other)
  let [busiest, from] = [0, 0]
  for (const [to, time] of sorted.entries()) {
    while ((sorted[from] ?? time) <= time - windowMs) from++
    busiest = Math.max(busiest, to - from + 1)
  }
  const first = sorted[0] ?? 0
  const windows = Math.floor(((sorted[Math.floor(sorted.length * 0.9)] ?? 0) - first) / windowMs)
  const inWindows = sorted.filter((time) => time < first + windows * windowMs).length
  return { busiest, used: windows === 0 ? 1 : inWindows / (windows * max) }
}
