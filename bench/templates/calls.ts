/** What is queried of the service, each with its aim: messages sent one after the other on one connection. */
import { createRandom } from '../../test/support/random.ts'
import { message } from '../load.ts'
import { apiKey } from '../server.ts'
import { sentence } from './content.ts'

export interface Call {
  name: string
  /** Milliseconds that 95 of 100 stay below; undefined where there is no aim. */
  aimMs?: number
  messages: string[]
  /** Seconds before it is measured; half a one unless given. */
  warmupSeconds?: number
}

/** What a service with a filled store is queried: its largest template, a folder, and how many saves are prepared. */
export interface Filled {
  ask(call: string): Promise<Record<string, unknown>>
  large: string
}

interface Page {
  next_cursor: string
}

const auth = { 'svc-api-auth': apiKey }
const get = (path: string) => [message('GET', path, auth)]

/** Every call but those that write, for those change what the others find. */
export async function readCalls({ ask, large }: Filled): Promise<Call[]> {
  const first = await ask('/v1/templates/my')
  const { next_cursor: cursor } = first['page'] as Page
  const { next_cursor: behind } = (await ask('/v1/templates/search?q=spring'))['page'] as Page
  const some = (first['data'] as { folder_id: string | null }[]).find((each) => each.folder_id !== null)
  const versions = (await ask(`/v1/templates/${large}/versions`))['data'] as { id: string }[]
  const search = (q: string) => get(`/v1/templates/search?q=${encodeURIComponent(q)}`)
  return [
    { name: 'list, first page', aimMs: 15, messages: get('/v1/templates/my') },
    { name: 'list, next page', aimMs: 15, messages: get(`/v1/templates/my?cursor=${encodeURIComponent(cursor)}`) },
    { name: 'list by name, 100', aimMs: 15, messages: get('/v1/templates/my?sort=name&limit=100') },
    { name: 'list of a type and a tag', aimMs: 15, messages: get('/v1/templates/my?type=newsletter&tag=vip') },
    { name: 'list of a folder', aimMs: 15, messages: get(`/v1/folders/${some?.folder_id}/templates`) },
    { name: 'search, a word in a tenth', aimMs: 40, messages: search('umbrella') },
    { name: 'search, two of these', aimMs: 40, messages: search('umbrella parasol') },
    { name: 'search, a rare word', aimMs: 40, messages: search('lighthouse') },
    { name: 'search, mistyped', aimMs: 40, messages: search('ligthouse') },
    { name: 'search, nothing found', aimMs: 40, messages: search('xylophone') },
    { name: 'search, a word in all 10,000', aimMs: 40, messages: search('spring') },
    {
      name: 'search, that word’s next page',
      aimMs: 40,
      messages: get(`/v1/templates/search?q=spring&cursor=${encodeURIComponent(behind)}`),
    },
    { name: 'search, a word in every text', aimMs: 40, messages: search('reprise') },
    { name: 'search, two letters', aimMs: 40, messages: search('sp') },
    { name: 'filter counts', aimMs: 30, messages: get('/v1/templates/filter-counts') },
    { name: 'filter counts of a type', aimMs: 30, messages: get('/v1/templates/filter-counts?type=newsletter') },
    { name: 'filter counts of a search, 1,000', aimMs: 30, messages: get('/v1/templates/filter-counts?q=umbrella') },
    { name: 'filter counts of a search, 10,000', messages: get('/v1/templates/filter-counts?q=spring') },
    { name: 'tree of 2,000 folders', aimMs: 20, messages: get('/v1/folders') },
    { name: 'one version, 200 blocks', messages: get(`/v1/templates/${large}/versions/${versions.at(-1)?.id}`) },
    { name: 'two versions compared', messages: get(`/v1/templates/${large}/versions/compare?from=1`) },
  ]
}

// A process that has just begun takes twice the time for its first two hundred saves: its code is not compiled yet, and Postgres
// plans each statement five times on each of ten connections. The figures are those of one that runs.
const warmupSeconds = 4

/** Saves of the 200-block template: whole, a text and a link changed in each. */
export async function saveCalls({ ask, large }: Filled): Promise<Call[]> {
  const random = createRandom(2)
  const { document } = await ask(`/v1/templates/${large}/structured`)
  const messages = Array.from({ length: 300 }, (_, n) => {
    const text = JSON.stringify(document).replace(/"text":"[^"]{20,}"/, `"text":"${sentence(random, 12)} ${n}"`)
    return message('PUT', `/v1/templates/${large}`, auth, `{"document":${text}}`)
  })
  return [{ name: 'save 200 blocks, PUT', aimMs: 20, messages, warmupSeconds }]
}

/** Saves of the 200-block template by one operation, each on the revision before. */
export async function operationCalls({ ask, large }: Filled): Promise<Call[]> {
  const random = createRandom(3)
  const { revision } = (await ask(`/v1/templates/${large}`)) as { revision: number }
  const messages = Array.from({ length: 3000 }, (_, n) => {
    const props = { text: `<p>${sentence(random, 14)} ${n}</p>` }
    const operations = [{ op: 'set', id: `b${n % 2 === 0 ? 1 : 96}`, props }]
    const body = JSON.stringify({ base_revision: revision + n, operations })
    return message('POST', `/v1/templates/${large}/operations`, auth, body)
  })
  return [{ name: 'save 200 blocks, operation', aimMs: 20, messages, warmupSeconds }]
}
