import { fortyBlocks } from '../api/forty-blocks.ts'
import { apiKey } from '../server.ts'

const [templates, jobs, emailsOfJob] = [40, 25, 4]

/** Templates of 40 blocks, a sending domain, and jobs that have ended. */
export async function fillService(url: string): Promise<void> {
  for (let index = 0; index < templates; index++)
    await request(url, '/templates', { name: `Campaign ${index}`, type: 'promotional', document: fortyBlocks })
  await request(url, '/dmarc/domains', { domain: 'good.test' })
  for (let index = 0; index < jobs; index++) {
    const emails = Array.from({ length: emailsOfJob }, (_, each) => `u${index}${each}@null.test`)
    const { job_id: job } = await request(url, '/verify/batch', { emails })
    await ended(url, String(job))
  }
}

/** Resolves when the job has ended. */
export async function ended(url: string, job: string): Promise<void> {
  for (;;) {
    const { status } = await request(url, `/verify/batch/${job}`)
    if (status === 'completed') return
    if (status === 'failed') throw new Error(`${job} failed`)
    await Bun.sleep(20)
  }
}

async function request(url: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'svc-api-auth': apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}
