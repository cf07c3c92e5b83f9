/** How long the service takes to publish its largest template after each change. */
import { createRandom } from '../../test/support/random.ts'
import { apiKey } from '../server.ts'
import { sentence } from './content.ts'

// As for saves: the code is not compiled yet, and Postgres plans each statement on each connection.
const [warmups, rounds] = [150, 300]

/** Milliseconds of each publish, in ascending order. A save by one operation, which is not measured, precedes each. */
export async function timePublish(url: string, template: string): Promise<number[]> {
  const random = createRandom(5)
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${url}/v1/templates/${template}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'svc-api-auth': apiKey, 'content-type': 'application/json' },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return JSON.parse(text) as { revision: number }
  }
  const times: number[] = []
  for (let round = -warmups; round < rounds; round++) {
    const { revision } = await call('')
    const props = { text: `<p>${sentence(random, 14)} ${round}</p>` }
    await call('/operations', { base_revision: revision, operations: [{ op: 'set', id: 'b1', props }] })
    const start = performance.now()
    await call('/publish', {})
    if (round >= 0) times.push(performance.now() - start)
  }
  return times.toSorted((a, b) => a - b)
}
