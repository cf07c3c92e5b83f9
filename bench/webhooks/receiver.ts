/**
 * Receives webhooks in a process of its own: verifies every signature, counts what came once and what came again, and
 * keeps the arrival of what came to `/timed`. `/slow` takes ten seconds for an answer. Prints its ports as JSON.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const slowMs = 10_000
const key = Buffer.from((process.env['SECRET'] ?? '').replace('whsec_', ''), 'base64')
const [cert, certKey] = [process.env['CERT'], process.env['CERT_KEY']]

/** Event and subscription of everything that came. */
const seen = new Set<string>()
const arrivals: Record<string, number> = {}
let received = 0
let wrong = 0

async function receive(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/stats') return Response.json({ received, unique: seen.size, wrong, arrivals })
  const body = await request.text()
  if (!isSigned(request.headers, body)) {
    wrong++
    return new Response(null, { status: 401 })
  }
  received++
  const id = request.headers.get('webhook-id') ?? ''
  seen.add(`${id} ${request.headers.get('host')}${pathname}`)
  if (pathname === '/timed') arrivals[id] ??= performance.timeOrigin + performance.now()
  if (pathname === '/slow') await Bun.sleep(slowMs)
  return new Response(null, { status: 204 })
}

function isSigned(headers: Headers, body: string): boolean {
  const content = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${body}`
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(content).digest('base64')}`)
  return (headers.get('webhook-signature') ?? '').split(' ').some((signature) => {
    const given = Buffer.from(signature)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

const options = { port: 0, hostname: '127.0.0.1', idleTimeout: 60, fetch: receive }
// Each port is a host of its own to the sender, with its own connections.
const http = Array.from({ length: 64 }, () => Bun.serve(options).port)
const https = cert && certKey ? Bun.serve({ ...options, tls: { cert, key: certKey } }) : undefined
console.log(JSON.stringify({ http, https: https?.port }))
