/**
 * A small HTTP/1.1 load generator: raw keep-alive sockets, one request in flight on each, answers framed by
 * Content-Length. Loopback only, bounded in time. Run in a process of its own: `bun bench/load.ts <json>`.
 */
export interface Load {
  port: number
  /** Requests sent in turn; a full HTTP/1.1 message each. */
  messages: string[]
  connections: number
  seconds: number
  warmupSeconds?: number
}

export interface LoadResult {
  requests: number
  perSecond: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  /** Answers by status code. */
  statuses: Record<string, number>
}

const headerEnd = Buffer.from('\r\n\r\n')

/** Drives the load for the given time and counts only answers after the warm-up. */
export async function drive(load: Load): Promise<LoadResult> {
  const messages = load.messages.map((message) => Buffer.from(message))
  const begin = performance.now() + (load.warmupSeconds ?? 0.5) * 1000
  const end = begin + load.seconds * 1000
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  let next = 0

  const connection = () =>
    new Promise<void>((resolve, reject) => {
      let pending: Buffer = Buffer.alloc(0)
      let sentAt = 0
      const send = (socket: { write(data: Uint8Array): number; end(): void }) => {
        sentAt = performance.now()
        if (sentAt >= end) return socket.end()
        socket.write(messages[next++ % messages.length] as Buffer)
      }
      Bun.connect({
        hostname: '127.0.0.1',
        port: load.port,
        socket: {
          open: send,
          close: () => resolve(),
          error: (_socket, error) => reject(error),
          data(socket, chunk) {
            pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
            const size = answerSize(pending)
            if (size === undefined || pending.length < size) return
            const now = performance.now()
            if (now >= begin && now < end) {
              latencies.push(now - sentAt)
              const status = pending.toString('latin1', 9, 12)
              statuses[status] = (statuses[status] ?? 0) + 1
            }
            pending = pending.subarray(size)
            send(socket)
          },
        },
      }).catch(reject)
    })

  await Promise.all(Array.from({ length: load.connections }, connection))
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return {
    requests: latencies.length,
    perSecond: Math.round(latencies.length / load.seconds),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    statuses,
  }
}

/** Bytes of the first answer in the buffer, undefined while its head is incomplete. */
function answerSize(buffer: Buffer): number | undefined {
  const head = buffer.indexOf(headerEnd)
  if (head < 0) return undefined
  const length = /content-length: (\d+)/i.exec(buffer.toString('latin1', 0, head))
  return head + headerEnd.length + Number(length?.[1] ?? 0)
}

/** Runs `drive` in a process of its own, so that the server under test keeps its core. */
export async function driveApart(load: Load): Promise<LoadResult> {
  const child = Bun.spawn([process.execPath, import.meta.path], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' })
  await child.stdin.write(JSON.stringify(load))
  await child.stdin.end()
  return JSON.parse(await new Response(child.stdout).text()) as LoadResult
}

/** A GET or POST as one HTTP/1.1 message. */
export function message(method: string, path: string, headers: Record<string, string> = {}, body?: string): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost']
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body !== undefined) {
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

if (import.meta.main) {
  const load = JSON.parse(await Bun.stdin.text()) as Load
  console.log(JSON.stringify(await drive(load)))
}
