/** `svc jobs` over a store that a server may be running on. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createJobs, defineJob, enqueue, findJob, setPartition } from '../../../src/platform/jobs/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import { type Store, migrate, openStore } from '../../../src/platform/storage/index.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { svc } from './command-line.ts'

const letters = defineJob<{ to: string }>({ name: 'letters.send', maxAttempts: 1, retryDelaysMs: [], jitter: 0 })
const reports = defineJob<null>({ name: 'reports.make', maxAttempts: 2, retryDelaysMs: [60_000], jitter: 0 })

/** A server on a SQLite directory, whose letters fail as long as the post is closed, and the shell beside it. */
async function serve() {
  const dataDir = temporaryDirectory()
  const store = await openStore({ dataDir, exclusive: true })
  cleanUp(() => store.close())
  await migrate(store)
  const post = { isOpen: false, sent: 0 }
  const jobs = createJobs({
    store,
    log: createLog('error', () => undefined),
    metrics: createMetrics(),
    handlers: [
      {
        kind: letters,
        concurrency: 10,
        async run(_, { progress }) {
          progress(1, 2, 'Stamped')
          if (!post.isOpen) throw new Error('The post is closed')
          post.sent++
          return { done: { sent: true } }
        },
      },
    ],
  })
  jobs.start()
  cleanUp(() => jobs.drain(1000))
  const shell = (...words: string[]) => svc(['jobs', ...words, '--data-dir', dataDir])
  const send = (to: string) => store.tx((db) => enqueue(db, letters, { payload: { to }, partition: 'post' }))
  const stateOf = async (id: string) => (await findJob(store.read, id))?.state
  return { store, post, shell, send, stateOf, reaches: reachesIn(store) }
}

function reachesIn(store: Store) {
  return (id: string, state: string) =>
    until(async () => (await findJob(store.read, id))?.state === state, `${id} to be ${state}`)
}

describe('beside a running server', () => {
  test('dead jobs are listed, shown and run again once their cause is gone', async () => {
    const { post, shell, send, reaches } = await serve()
    const [first, second] = [await send('Ada'), await send('Grace')]
    await reaches(first, 'dead')
    await reaches(second, 'dead')

    const listed = await shell('list', '--state', 'dead', '--kind', 'letters.send')
    expect(listed.code).toBe(0)
    expect(listed.out.split('\n')[0]).toMatch(/^id +kind +state +project +attempts +when +error$/)
    expect(listed.out.indexOf(second)).toBeLessThan(listed.out.indexOf(first))
    expect(listed.out).toContain('The post is closed')

    const shown = await shell('show', first)
    expect(shown.out).toMatch(/^State +dead$/m)
    expect(shown.out).toMatch(/^Payload +\{"to":"Ada"\}$/m)
    expect(shown.out).toMatch(/^Errors +\S+ +attempt 1: The post is closed$/m)

    post.isOpen = true
    const retried = await shell('retry', first)
    expect(retried.out).toBe(`${first} (letters.send) is ready\n`)
    await reaches(first, 'done')
    expect((await shell('redrive', 'letters.send')).out).toBe('1 job of letters.send is ready\n')
    await reaches(second, 'done')
    expect(post.sent).toBe(2)
    expect((await shell('redrive', 'letters.send')).out).toBe('0 jobs of letters.send are ready\n')
    expect((await shell('show', second)).out).toMatch(/^Result +\{"sent":true\}$/m)
  })

  test('what has finished cannot be cancelled or retried, and what is unknown is named', async () => {
    const { post, shell, send, reaches } = await serve()
    post.isOpen = true
    const id = await send('Ada')
    await reaches(id, 'done')
    for (const verb of ['cancel', 'retry']) {
      const refused = await shell(verb, id)
      expect(refused.code).toBe(1)
      expect(refused.err).toContain(`Job ${id} is done`)
    }
    for (const verb of ['show', 'cancel', 'retry']) {
      const refused = await shell(verb, 'job_unknown')
      expect(refused).toMatchObject({ code: 1, err: 'svc: There is no job job_unknown. It may have been removed.\n' })
    }
  })

  test('a job that waits is cancelled, and its twin keeps it from coming back', async () => {
    const { store, shell, stateOf } = await serve()
    const make = () => store.tx((db) => enqueue(db, reports, { payload: null, dedupeKey: 'monthly' }))
    const id = await make()
    expect((await shell('cancel', id)).out).toBe(`${id} (reports.make) is canceled\n`)
    expect(await stateOf(id)).toBe('cancelled')
    const twin = await make()
    expect(twin).not.toBe(id)
    const refused = await shell('retry', id)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('do its work twice')
  })
})

describe('figures', () => {
  test('are counts by kind and state, and the lanes that are held back', async () => {
    const { store, shell, send, reaches } = await serve()
    expect((await shell('stats')).out).toBe('No jobs are waiting, running or dead\n')
    await reaches(await send('Ada'), 'dead')
    const runAt = Date.parse('2035-01-01T00:00:00Z')
    await store.tx(async (db) => {
      await enqueue(db, reports, { payload: null })
      await enqueue(db, reports, { payload: null, runAt })
      await setPartition(db, letters, 'post', { pausedUntil: runAt, concurrency: 1 })
    })
    const { out } = await shell('stats')
    expect(out).toMatch(/^kind +scheduled +ready +running +dead +oldest due$/m)
    expect(out).toMatch(/^letters\.send +0 +0 +0 +1$/m)
    expect(out).toMatch(/^reports\.make +1 +1 +0 +0 +20\d\d-/m)
    expect(out).toMatch(/^letters\.send +post +2035-01-01T00:00:00\.000Z +1$/m)
    const figures = JSON.parse((await shell('stats', '--json')).out) as { kinds: unknown[]; partitions: unknown[] }
    expect(figures.kinds).toContainEqual({
      kind: 'reports.make',
      state: 'scheduled',
      count: 1,
      oldest_run_at: '2035-01-01T00:00:00.000Z',
    })
    expect(figures.partitions).toEqual([
      { kind: 'letters.send', partition: 'post', paused_until: '2035-01-01T00:00:00.000Z', concurrency: 1 },
    ])
  })

  test('lists come in pages, and as JSON', async () => {
    const { store, shell } = await serve()
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.push(await store.tx((db) => enqueue(db, reports, { payload: null })))
    const first = await shell('list', '--limit', '2', '--json')
    expect((JSON.parse(first.out) as { id: string }[]).map(({ id }) => id)).toEqual([ids[2], ids[1]] as string[])
    expect(first.err).toBe(`There may be more: --before ${ids[1]}\n`)
    const second = await shell('list', '--limit', '2', '--before', ids[1] ?? '', '--json')
    expect(JSON.parse(second.out)).toMatchObject([{ id: ids[0], state: 'ready', payload: null, errors: [] }])
    expect(second.err).toBe('')
  })

  test('wrong words are explained', async () => {
    const { shell } = await serve()
    expect(await shell('list', '--state', 'lost')).toMatchObject({
      code: 2,
      err: 'svc: --state must be one of scheduled, ready, running, done, dead, cancelled, not “lost”.\nSee svc jobs list --help.\n',
    })
    expect((await shell('list', '--limit', '0')).err).toContain('a whole number from 1 to 1000')
    expect((await shell('list', '--project', 'nobody')).err).toContain('Project “nobody” not found')
    expect((await shell('list')).out).toBe('No jobs\n')
  })
})

/** What docs/jobs.md shows below a command, by its verb. */
function shownInDocs(): Map<string, string[]> {
  const page = readFileSync(join(import.meta.dir, '../../../docs/jobs.md'), 'utf8')
  const blocks = [...page.matchAll(/^```console\n([^]*?)^```$/gm)].map(([, block = '']) => block)
  const commands = blocks
    .join('')
    .split(/^\$ svc jobs /m)
    .slice(1)
  return new Map(
    commands.map((text) => [
      text.split(/\s/)[0] ?? '',
      text
        .split('\n')
        .slice(1)
        .filter((line) => line !== ''),
    ]),
  )
}

describe('docs/jobs.md', () => {
  test('shows what the commands print', async () => {
    const { store, shell, send, reaches } = await serve()
    const shown = shownInDocs()
    const dead = await send('Ada')
    await reaches(dead, 'dead')
    const scheduled = await store.tx((db) =>
      enqueue(db, reports, { payload: null, runAt: Date.parse('2035-01-01T00:00:00Z') }),
    )
    const firstLine = async (...words: string[]) => (await shell(...words)).out.split('\n')[0] ?? ''
    const withoutNames = (line = '') =>
      line
        .replaceAll(/job_\w+/g, 'ID')
        .replaceAll(/[a-z]+\.[a-z]+/g, 'KIND')
        .replaceAll(/\s+/g, ' ')
    for (const verb of ['stats', 'list'])
      expect(withoutNames(shown.get(verb)?.[0])).toBe(withoutNames(await firstLine(verb)))
    const labels = (lines: readonly string[]) => lines.flatMap((line) => /^[A-Z][a-z ]*?(?= {2})/.exec(line)?.[0] ?? [])
    const shownLabels = labels(shown.get('show') ?? [])
    const printed = labels((await shell('show', dead)).out.split('\n'))
    expect(shownLabels.length).toBeGreaterThan(8)
    expect(printed.filter((label) => label === 'Job' || label === 'Errors')).toEqual(['Job', 'Errors'])
    expect(shownLabels.filter((label) => printed.includes(label))).toEqual(
      printed.filter((label) => shownLabels.includes(label)),
    )
    expect(withoutNames(shown.get('retry')?.[0])).toBe(withoutNames(await firstLine('retry', dead)))
    expect(withoutNames(shown.get('cancel')?.[0])).toBe(withoutNames(await firstLine('cancel', scheduled)))
    expect(withoutNames(shown.get('redrive')?.[0])).toBe(withoutNames(await firstLine('redrive', 'reports.make')))
  })
})
