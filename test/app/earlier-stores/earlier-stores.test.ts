/** Databases of earlier versions, filled over their API, are opened by this one: rows, contents and every read. */
import { SQL } from 'bun'
import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { createLog } from '../../../src/platform/log/index.ts'
import { migrate, migrationStatus } from '../../../src/platform/storage/index.ts'
import { apiDocument } from '../../../scripts/api-document.ts'
import { type Answer, ask } from '../../support/scenario.ts'
import { serverKey } from '../../support/server.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects, openEmptyStore, temporaryDirectory } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { openTestService } from '../../surfaces/plugin/host.ts'
import { type Place, restoreStore, rowsOf, shipped } from './recorded.ts'

/** The last migration of each, and what it does not have yet. */
const recorded = {
  '0027': 'before the search in pieces',
  '0039': 'before releases',
  '0040': 'before external ids',
  '0046': 'before one list of jobs',
  '0064': 'before roles',
}

const lastRecorded = Object.keys(recorded).toSorted().at(-1)

/** The search of texts was built anew by the migrations from 0028 on. */
const isRebuilt = (table: string) => /^(?:template_search|search_)/.test(table)

describe.each(Object.entries(recorded))('a store of %s, %s', (number) => {
  describe.each([...dialects])('on %s', (dialect) => {
    test('has every row, and every read of it responds', async () => {
      const store = await openEmptyStore(await restoreStore(number, dialect))
      const before = await rowsOf(store)
      expect(before['templates']?.length).toBeGreaterThanOrEqual(6)
      expect(
        (await migrationStatus(store)).migrations.findLast(({ appliedAt }) => appliedAt !== null)?.name,
      ).toStartWith(number)
      await migrate(store)
      expect((await migrationStatus(store)).upToDate).toBe(true)
      const after = await rowsOf(store)
      const lost = Object.entries(before).flatMap(([table, rows]) => {
        const now = after[table]
        if (isRebuilt(table)) return []
        if (now === undefined) return rows.length === 0 ? [] : [`${table}: no such table`]
        const columns = Object.keys(now[0] ?? {}).filter((column) => column in (rows[0] ?? {}))
        const keyOf = (row: Record<string, unknown>) => JSON.stringify(columns.map((column) => row[column]))
        const kept = new Set(now.map(keyOf))
        return rows
          .filter((row) => !kept.has(keyOf(row)))
          .map((row) => `${table}: ${JSON.stringify(row).slice(0, 200)}`)
      })
      expect(lost).toEqual([])
      // An export is kept for a day; the recorded one has expired.
      await store.statement(sql`update exports set expires_at = ${Date.now() + 3_600_000}`)

      // Files are not recorded, which the service logs.
      const log = createLog('error', () => undefined)
      const service = await startService({ dialect, store, log, environment: { SVC_RUN_JOBS: 'false' } })
      const call = (request: string, send?: unknown) =>
        ask(service, {
          call: request,
          key: null,
          headers: { 'svc-api-auth': serverKey },
          ...(send === undefined ? {} : { send }),
        })
      const { data } = (await call('GET /v1/templates/my')).body as { data: { id: string; name: string }[] }
      const textOf = async (name: string, version?: string) => {
        const { id } = data.find((each) => each.name === name) ?? { id: '' }
        const { body } = await call('POST /v1/templates/generate', {
          template_id: id,
          data: { name: 'Ann' },
          ...(version === undefined ? {} : { version }),
        })
        return String((body as { html?: string }).html)
      }
      const hasReleases = number >= '0040'
      expect(await textOf('Welcome')).toContain(hasReleases ? 'Welcome as published' : 'Welcome as a draft')
      expect(await textOf('Welcome', 'draft')).toContain('Welcome as a draft')
      expect(await textOf('With a module')).toContain('Footer')
      const found = (await call('GET /v1/templates/search?q=wellcome')).body as { data: { name: string }[] }
      expect(found.data.map(({ name }) => name)).toContain('Welcome')
      const { failed, empty, responded } = await readAll(service, call)
      expect(failed).toEqual([])
      expect(responded).toBeGreaterThan(70)
      if (number === lastRecorded) expect(empty.toSorted()).toEqual(unrecorded)
    }, 60_000)
  })
})

type Call = (request: string) => Promise<Answer>

/** Lists of collections that have none of their own. */
const listOf: Record<string, string> = {
  '/v1/templates': '/v1/templates/my?limit=50',
  '/v1/dmarc/reports': '/v1/dmarc/domains/{id}/reports',
  '/v1/plugin/revisions': '/v1/plugin/versions',
}

/** Reads of what is not in the database: files, signed links, live streams, and what DNS says. */
const isElsewhere = /^\/cdn\/|\/(?:file|download|events|thumbnail)$|tools\/org-intel/

/** Reads of the last 30 days unless asked for others; the recordings are older. */
const isOfRecentDays = /^\/v1\/dmarc\/domains\/[^/]+\/sources/
const recordedDays = { from: '2026-11-01', to: '2026-11-30' }

/** What none of the recordings has, because no list returns it, a job makes it, or the email of the editor has none. */
const unrecorded = [
  '/v1/amp/preflight/results/{id}',
  '/v1/connections/{id}/pushes/{push}',
  '/v1/jobs/{id}',
  '/v1/plugin/releases/{number}',
  '/v1/plugin/sample-recipients/{id}',
  '/v1/sample-recipients/{id}',
  '/v1/verify/batch/{id}',
  '/v1/verify/lists/{id}',
  '/v1/webhooks/{id}/deliveries/{deliveryId}',
]

interface Reads {
  /** As `path: status code`. */
  failed: string[]
  /** Paths to which the store has no row. */
  empty: string[]
  /** Number of reads that responded. */
  responded: number
}

/** Calls every read of the API, of a key and of an editor, with the first row that has what the path names. */
async function readAll(service: TestService, key: Call): Promise<Reads> {
  const { paths } = JSON.parse(await apiDocument()) as { paths: Record<string, Record<string, object>> }
  const { project } = (await key('GET /v1/projects/me')).body as { project: { id: string; plugin_id: string } }
  const rotated = (await key(`POST /v1/projects/${project.id}/credentials/rotate`)).body as { secret_key: string }
  const host = { projectId: project.id, pluginId: project.plugin_id, secret: rotated.secret_key }
  const editor = await openTestService(service, host, { emailId: 'host-1' })
  const get = (path: string) => (path.startsWith('/v1/plugin/') ? editor.call(`GET ${path}`) : key(`GET ${path}`))
  const lists = new Map<string, readonly string[]>()
  const idsIn = async (collection: string): Promise<readonly string[]> => {
    const known = lists.get(collection)
    if (known !== undefined) return known
    const list = (await fill(listOf[collection] ?? collection)) ?? collection
    const query = new URLSearchParams(isOfRecentDays.test(collection) ? { group_by: 'ip', ...recordedDays } : {})
    const { body } = await get(`${list}${list.includes('?') ? '&' : '?'}${query}`)
    const { data } = body as { data?: Record<string, unknown>[] }
    const member = collection.endsWith('/revisions') ? 'revision' : collection.endsWith('/sources') ? 'key' : 'id'
    const ids = (Array.isArray(data) ? data : []).map((row) => String(row[member] ?? row['number']))
    lists.set(collection, ids)
    return ids
  }
  const fill = async (path: string): Promise<string | undefined> => {
    const [, before = '', rest = ''] = /^([^{]*)\/\{\w+\}(.*)$/.exec(path) ?? []
    if (before === '') return path
    for (const id of await idsIn(before)) {
      const filled = await fill(`${before}/${encodeURIComponent(id)}${rest}`)
      if (filled !== undefined) return filled
    }
    return undefined
  }
  const reads: Reads = { failed: [], empty: [], responded: 0 }
  for (const [path, methods] of Object.entries(paths)) {
    if (!('get' in methods) || isElsewhere.test(path)) continue
    const filled = await fill(path)
    if (filled === undefined) {
      reads.empty.push(path)
      continue
    }
    const from = path.endsWith('versions/compare') ? (await idsIn(filled.replace('/compare', '')))[0] : undefined
    const query = new URLSearchParams({
      ...(path.endsWith('/search') ? { q: 'welcome' } : {}),
      ...(from === undefined ? {} : { from }),
      ...(isOfRecentDays.test(path) ? recordedDays : {}),
    })
    const { status, body } = await get(`${filled}?${query}`)
    if (status < 300) reads.responded++
    else reads.failed.push(`${path}: ${status} ${(body as { code?: string }).code}`)
  }
  return reads
}

describe.each([...dialects])('a migration that was killed, on %s', (dialect) => {
  test('changed nothing, and the next start completes it', async () => {
    const place = await restoreStore('0027', dialect)
    const child = Bun.spawn(
      [
        process.execPath,
        join(import.meta.dir, 'migrate-endlessly.ts'),
        place.dataDir,
        place.url ?? '',
        shipped,
        temporaryDirectory(),
      ],
      { stdout: 'pipe', stderr: 'inherit' },
    )
    const reader = child.stdout.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('migrating\n')
    // The last migration never ends, so that the kill is in the middle however late it is.
    await until(() => isWriting(place), 'the transaction of the migrations')
    child.kill('SIGKILL')
    await child.exited
    const store = await openEmptyStore(place)
    const status = await migrationStatus(store)
    const applied = status.migrations.filter(({ appliedAt }) => appliedAt !== null)
    expect(applied.at(-1)?.name).toStartWith('0027')
    const before = await rowsOf(store)
    await migrate(store)
    expect((await migrationStatus(store)).upToDate).toBe(true)
    expect((await rowsOf(store))['templates']?.length).toBe(before['templates']?.length)
  }, 60_000)
})

/** True once another process holds the lock under which migrations are applied. */
async function isWriting({ dataDir, url }: Place): Promise<boolean> {
  if (url === undefined) {
    const database = new Database(join(dataDir, 'svc.db'))
    try {
      database.run('PRAGMA busy_timeout = 0')
      database.run('BEGIN IMMEDIATE')
      database.run('ROLLBACK')
      return false
    } catch (error) {
      return String(error).includes('locked')
    } finally {
      database.close()
    }
  }
  const client = new SQL({ url, max: 1 })
  const [row] = await client`select 1 from pg_stat_activity where query like '%endless%' and pid <> pg_backend_pid()`
  await client.close()
  return row !== undefined
}
