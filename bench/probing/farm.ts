/**
 * Twenty mail servers in a process of their own. Prints their port and addresses, and for each line on standard input the most
 * recipients that one of them saw in any ten seconds, and the most sessions at one time, since it was last asked.
 */
import { startMxFarm } from '../../test/support/mx-farm.ts'

const latencyMs = Number(process.argv[2])
const farm = startMxFarm(20, { net: 70, manner: () => ({ latencyMs }), keepsCommands: false })
console.log(JSON.stringify({ port: farm.port, addresses: farm.hosts.map(({ address }) => address) }))

for await (const _line of console) {
  const busiest = farm.hosts.map(({ asked }) => maxInWindow(asked))
  const open = farm.hosts.map(({ maxOpen }) => maxOpen)
  for (const host of farm.hosts) {
    host.asked.length = 0
    host.maxOpen = host.open
  }
  console.log(JSON.stringify([Math.max(...busiest), Math.max(...open)]))
}

function maxInWindow(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  let [max, from] = [0, 0]
  for (const [to, time] of sorted.entries()) {
    while ((sorted[from] ?? time) <= time - 10_000) from++
    max = Math.max(max, to - from + 1)
  }
  return max
}
