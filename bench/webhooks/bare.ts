/** The peer: signed POSTs with fetch in a loop, 64 at a time. No store, no retries, no checks. Prints deliveries/s. */
import { createHmac } from 'node:crypto'

const { url, secret, count } = JSON.parse(process.argv[2] ?? '') as { url: string; secret: string; count: number }
const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
const partitions = 64

async function post(number: number): Promise<void> {
  const [id, timestamp] = [`evt_bare_${number}`, String(Math.floor(Date.now() / 1000))]
  const body = JSON.stringify({ id, type: 'template.created', data: { pad: 'x'.repeat(420) } })
  const signature = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    },
  })
  if (answer.status !== 204) throw new Error(`The receiver answered ${answer.status}`)
}

let next = 0
const startedAt = performance.now()
await Promise.all(
  Array.from({ length: partitions }, async () => {
    while (next < count) await post(next++)
  }),
)
console.log(Math.round(count / ((performance.now() - startedAt) / 1000)))
