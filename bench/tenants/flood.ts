/** Sends one flood until its time is over: `bun bench/tenants/flood.ts NAME SECONDS TARGET`; prints responses by status. */
import { connect } from 'node:net'
import { type Flood, type Target, floods } from './floods.ts'

const [name = '', seconds = '0', given = '{}'] = process.argv.slice(2)
const flood = floods.find((each) => each.name === name)
if (flood === undefined) throw new Error(`No flood is named ${name}.`)
const target = JSON.parse(given) as Target
const end = performance.now() + Number(seconds) * 1000
const statuses: Record<string, number> = {}
let next = 0

const count = (status: string) => (statuses[status] = (statuses[status] ?? 0) + 1)

async function send({ request, hangUpMs, isSlowReader = false }: Flood): Promise<string> {
  const left = AbortSignal.timeout(Math.max(1, end - performance.now()))
  if (isSlowReader) return readSlowly(request(target, next++), left)
  const signal = hangUpMs === undefined ? left : AbortSignal.any([left, AbortSignal.timeout(hangUpMs)])
  const response = await fetch(request(target, next++), { signal })
  await response.arrayBuffer()
  // A client that is refused tries again a little later, as clients do that ignore Retry-After.
  if (response.status === 429 || response.status === 503) await Bun.sleep(50)
  return String(response.status)
}

/** Reads 16 bytes of the response a second, until the flood ends. */
async function readSlowly({ method, url, headers }: Request, signal: AbortSignal): Promise<string> {
  const { hostname, pathname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`)
  socket.write([`${method} ${pathname} HTTP/1.1`, `host: ${hostname}`, ...lines, '', ''].join('\r\n'))
  let received = 0
  while (!signal.aborted && !socket.destroyed) {
    received += (socket.read(16) as Uint8Array | null)?.length ?? 0
    await Bun.sleep(1000)
  }
  socket.destroy()
  return received > 0 ? 'read in part' : 'unanswered'
}

async function client(): Promise<void> {
  while (performance.now() < end) {
    await send(flood as Flood).then(count, (error: Error) =>
      count(error.name === 'TimeoutError' ? 'unanswered' : error.name),
    )
  }
}

await Promise.all(Array.from({ length: flood.concurrency }, client))
console.log(JSON.stringify(statuses))
process.exit(0)
