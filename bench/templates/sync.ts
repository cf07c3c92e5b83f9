/** Synced modules: one pinned module in 2,000 templates of 30 blocks, brought to a new version by one call. */
import { createRandom } from '../../test/support/random.ts'
import { apiKey } from '../server.ts'
import { emailOf, sentence } from './content.ts'

const templates = 2000
const together = 20
const timeoutMs = 120_000

export interface SyncFigures {
  templatesPerSecond: number
  seconds: number
}

/** Fills the service at the address over HTTP and times one sync, from its call to the job's end. */
export async function timeSync(address: string): Promise<SyncFigures> {
  const random = createRandom(7)
  const rowOf = (words: string) => ({
    id: 'footer',
    type: 'section',
    columns: [{ id: 'column', type: 'column', blocks: [{ id: 'line', type: 'text', text: `<p>${words}</p>` }] }],
  })
  const module = await ask<{ id: string }>('POST', '/v1/modules', { name: 'Footer', nodes: [rowOf('Old')] })
  const instance = { id: 'end', type: 'module', ref: { id: module.id, version: 1 } }
  for (let made = 0; made < templates; made += together) {
    const bodies = Array.from({ length: together }, () => {
      const email = emailOf(random, 30)
      return { name: sentence(random, 3), type: 'other', document: { ...email, rows: [...email.rows, instance] } }
    })
    await Promise.all(bodies.map((body) => ask('POST', '/v1/templates', body)))
  }
  await ask('PUT', `/v1/modules/${module.id}`, { nodes: [rowOf('New')] })
  const began = performance.now()
  const { job_id: job } = await ask<{ job_id: string }>('POST', `/v1/modules/${module.id}/sync`, {})
  await ended(job)
  const seconds = (performance.now() - began) / 1000
  return { templatesPerSecond: Math.round(templates / seconds), seconds }

  async function ended(id: string): Promise<void> {
    const giveUpAt = performance.now() + timeoutMs
    while (performance.now() < giveUpAt) {
      const { status } = await ask<{ status: string }>('GET', `/v1/jobs/${id}`)
      if (status === 'completed') return
      if (status !== 'running' && status !== 'queued') throw new Error(`The sync is ${status}`)
      await Bun.sleep(20)
    }
    throw new Error('The sync does not end')
  }

  async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { 'svc-api-auth': apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
}
