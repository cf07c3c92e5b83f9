/** Several writers at once: each is merged, told of a conflict, or kept out by a lock; what was acknowledged is there. */
import { beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createApiKey } from '../../../src/surfaces/projects/index.ts'
import { type Answer, ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

interface Writer {
  how: 'operation' | 'document'
  node: string
  key: 'a' | 'writer'
}
type Answered = Writer & { words: string; status: number; body: unknown }

const nodes = ['a', 'b', 'c']
const writer: fc.Arbitrary<Writer> = fc.record({
  how: fc.constantFrom('operation', 'operation', 'document'),
  node: fc.constantFrom(...nodes),
  key: fc.constantFrom('a', 'writer'),
})
const wordsOf = (words: string) => [{ type: 'paragraph', runs: [{ text: words }] }]
const original = {
  schema: 'svc.email/1',
  meta: { title: 'T', lang: 'en' },
  rows: [
    {
      id: 'section',
      type: 'section',
      columns: [
        { id: 'column', type: 'column', blocks: nodes.map((id) => ({ id, type: 'text', text: '<p>Old</p>' })) },
      ],
    },
  ],
}

for (const dialect of dialects) {
  let service: TestService & { keys: TestService['keys'] & { writer: string } }

  beforeAll(async () => {
    const started = await startService({ dialect })
    const wanted = { projectId: started.projects.a, name: 'Writer', scopes: ['templates:read', 'templates:write'] }
    const { key } = await started.store.tx((db) => createApiKey(db, wanted))
    service = { ...started, keys: { ...started.keys, writer: key } }
  })

  const call = (key: string, what: string, send?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    ask(service, { call: what, key, headers, ...(send === undefined ? {} : { send }) })

  /** Saves new words for the writer's node, on the revision that all of them have read. */
  async function write(path: string, each: Writer, words: string): Promise<Answered> {
    const { how, node, key } = each
    const operations = [{ op: 'set', id: node, props: { text: wordsOf(words) } }]
    const document = JSON.parse(JSON.stringify(original), (_, value: { id?: string }) =>
      value?.id === node ? { ...value, text: wordsOf(words) } : value,
    ) as object
    const { status, body } =
      how === 'operation'
        ? await call(key, `POST ${path}/operations`, { base_revision: 1, operations })
        : await call(key, `PUT ${path}`, { document }, { 'if-match': '"1"' })
    return { ...each, words, status, body }
  }

  async function race(writers: readonly Writer[], holder: 'a' | 'writer' | undefined): Promise<void> {
    const path = `/v1/templates/${await service.create({ name: 'Contested', type: 'other', document: original })}`
    if (holder !== undefined) expect((await call(holder, `POST ${path}/lock`, {})).status).toBe(200)
    const answers = await Promise.all(writers.map((each, n) => write(path, each, `Number ${n}`)))
    for (const answer of answers) expectOutcome(answer, holder)
    const saved = answers.filter(({ status }) => status === 200)
    const open = answers.filter(({ status }) => status !== 423)
    expect(saved.length > 0).toBe(open.length > 0)
    // Operations on different nodes never conflict, unless a whole document came between.
    if (open.every(({ how }) => how === 'operation'))
      expect(new Set(saved.map(({ node }) => node)).size).toBe(new Set(open.map(({ node }) => node)).size)
    const { revision, document } = (await call('a', `GET ${path}/structured`)).body as {
      revision: number
      document: object
    }
    expect(revision).toBe(1 + saved.length)
    for (const { words } of saved) expect(JSON.stringify(document)).toContain(words)
    for (const { words, status } of answers) if (status !== 200) expect(JSON.stringify(document)).not.toContain(words)
  }

  function expectOutcome({ how, key, status, body }: Answered, holder: string | undefined): void {
    const answer = { how, status, body }
    if (holder !== undefined && holder !== key) expect(answer).toMatchObject({ status: 423, body: { code: 'LOCKED' } })
    else if (status !== 200 && how === 'operation')
      expect(answer).toMatchObject({ status: 409, body: { code: 'REVISION_CONFLICT' } })
    else if (status !== 200) expect(answer).toMatchObject({ status: 412 })
  }

  test(`writers at once merge, are told, or are kept out, and no acknowledged edit is lost, on ${dialect}`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(writer, { minLength: 2, maxLength: 5 }),
        fc.constantFrom(undefined, undefined, 'a' as const, 'writer' as const),
        race,
      ),
      { numRuns: 60, seed: 20_261_121 },
    )
  })
}
