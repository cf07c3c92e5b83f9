/** What owners of the installation see and steer in the console, on both dialects, and that nobody else does. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { csrfOf, openSession } from '../../src/app/accounts/index.ts'
import { findJob, defineJob, enqueue } from '../../src/platform/jobs/index.ts'
import { createUser, findProject } from '../../src/surfaces/projects/index.ts'
import { ask } from '../support/scenario.ts'
import { type TestService, startService } from '../support/service.ts'
import { dialects } from '../support/store.ts'

const own = 'http://localhost:3009'
const metricsToken = 'only-for-those-who-measure'
const letters = defineJob<{ to: string }>({ name: 'letters.send', maxAttempts: 1, retryDelaysMs: [], jitter: 0 })

const reads = [
  'GET /v1/operations/jobs',
  'GET /v1/operations/jobs/job_x',
  'GET /v1/operations/queues',
  'GET /v1/operations/storage',
  'GET /v1/operations/settings',
  'GET /v1/operations/checks',
  'GET /v1/operations/audit',
  'GET /v1/operations/audit.csv',
] as const
const writes = [
  'POST /v1/operations/jobs/job_x/retry',
  'POST /v1/operations/jobs/job_x/cancel',
  'POST /v1/operations/redrive',
] as const

for (const dialect of dialects)
  describe(`operations of the installation on ${dialect}`, () => {
    let service: TestService
    const tokens: Record<string, string> = {}

    const headersOf = (who: string) => ({
      cookie: `svc_session=${tokens[who]}`,
      'svc-csrf': csrfOf(tokens[who] ?? ''),
      'sec-fetch-site': 'same-origin',
      origin: own,
    })
    const callAs = (who: string, call: string, send?: unknown) =>
      ask(service, { call, key: null, headers: headersOf(who), ...(send === undefined ? {} : { send }) })
    /** A dead job, as a handler leaves it after its last attempt. */
    const bury = (to: string) =>
      service.store.tx(async (db) => {
        const { jobs } = db.tables
        const id = await enqueue(db, letters, { payload: { to }, partition: 'post' })
        const errors = JSON.stringify([{ at: db.nowMs(), attempt: 1, error: 'The post is closed' }])
        await db.update(jobs).set({ state: 'dead', attempts: 1, errors, finishedAt: db.nowMs() }).where(eq(jobs.id, id))
        return id
      })
    const actionsOn = async (target: string) => {
      const { body } = await callAs('owner', `GET /v1/operations/audit?target=${target}`)
      return (body as { data: { action: string; actor: { name: string } }[] }).data.map(
        ({ action, actor }) => `${actor.name} ${action}`,
      )
    }

    beforeAll(async () => {
      service = await startService({
        dialect,
        environment: { SVC_RUN_JOBS: 'false', SVC_METRICS_TOKEN: metricsToken, SVC_AUDIT_DAYS: '400' },
      })
      const companyOf = async (id: string) => (await findProject(service.store.read, id))?.companyId ?? ''
      const signIn = async (projectId: string, role: string, name: string) => {
        const account = { email: `${name}@example.com`, name, password: 'four unrelated words here', role }
        const { id } = await createUser(service.store, { ...account, companyId: await companyOf(projectId) })
        tokens[name] = await openSession(service.store, id)
      }
      for (const role of ['owner', 'admin', 'editor'] as const) await signIn(service.projects.a, role, role)
      await signIn(service.projects.b, 'owner', 'customer')
    })

    test('are refused to everyone but owners of the first company in the console', async () => {
      const answers = async (headers: Record<string, string>, key: string | null) => {
        const seen = new Set<string>()
        for (const call of [...reads, ...writes]) {
          const send = call.endsWith('redrive') ? { kind: 'letters.send' } : undefined
          const { body, status } = await ask(service, { call, key, headers, ...(send && { send }) })
          seen.add(`${status} ${(body as { code: string }).code}`)
        }
        return [...seen]
      }
      expect(await answers({}, null)).toEqual(['401 UNAUTHORIZED'])
      expect(await answers({}, 'a')).toEqual(['403 FORBIDDEN'])
      expect(await answers(headersOf('editor'), null)).toEqual(['403 FORBIDDEN'])
      expect(await answers(headersOf('admin'), null)).toEqual(['403 ROLE_TOO_LOW'])
      expect(await answers(headersOf('customer'), null)).toEqual(['403 ROLE_TOO_LOW'])
    })

    test('change nothing without the token of the page', async () => {
      const id = await bury('Nobody')
      const { 'svc-csrf': _, ...headers } = headersOf('owner')
      const call = `POST /v1/operations/jobs/${id}/retry`
      expect(await ask(service, { call, key: null, headers })).toMatchObject({
        status: 403,
        body: { code: 'CSRF_REJECTED' },
      })
      expect((await findJob(service.store.read, id))?.state).toBe('dead')
    })

    test('list jobs with their errors, and without payload; page after page', async () => {
      const [first, second] = [await bury('Ada'), await bury('Grace')]
      const list = 'GET /v1/operations/jobs?state=dead&kind=letters.send&limit=1'
      const { body, text } = await callAs('owner', list)
      expect(body).toMatchObject({ data: [{ id: second, state: 'dead', errors: [{ error: 'The post is closed' }] }] })
      expect(text).not.toContain('Grace')
      const { next_cursor: cursor } = (body as { page: { next_cursor: string } }).page
      expect((await callAs('owner', `${list}&cursor=${cursor}`)).body).toMatchObject({ data: [{ id: first }] })
      const one = await callAs('owner', `GET /v1/operations/jobs/${first}`)
      expect(one.body).toMatchObject({ id: first, attempts: 1 })
    })

    test('retry and cancel jobs, which is recorded with the person', async () => {
      const id = await bury('Ada')
      const path = `POST /v1/operations/jobs/${id}`
      expect((await callAs('owner', `${path}/retry`)).body).toMatchObject({ state: 'ready' })
      expect(await callAs('owner', `${path}/retry`)).toMatchObject({
        status: 409,
        body: { code: 'JOB_FINISHED', detail: `Job ${id} is ready; there is nothing to retry.` },
      })
      expect((await callAs('owner', `${path}/cancel`)).body).toMatchObject({ state: 'cancelled' })
      expect((await callAs('owner', `${path}/cancel`)).status).toBe(409)
      expect(await actionsOn(id)).toEqual(['owner job.cancelled', 'owner job.retried'])
      const none = await callAs('owner', 'POST /v1/operations/jobs/job_x/retry')
      expect(none).toMatchObject({ status: 404, body: { code: 'JOB_NOT_FOUND' } })
    })

    test('count the dead jobs of a kind and run them again together', async () => {
      await bury('Ada')
      const count = async () => {
        const { body } = await callAs('owner', 'GET /v1/operations/queues')
        return (body as { kinds: { kind: string; dead: number }[] }).kinds.find(({ kind }) => kind === 'letters.send')
          ?.dead
      }
      const dead = await count()
      expect(dead).toBeGreaterThan(0)
      const redriven = await callAs('owner', 'POST /v1/operations/redrive', { kind: 'letters.send' })
      expect(redriven.body).toEqual({ count: dead })
      expect(await count()).toBe(0)
      expect(await actionsOn('letters.send')).toEqual(['owner job.redriven'])
    })

    test('list no checks where nothing can run them', async () => {
      expect((await callAs('owner', 'GET /v1/operations/checks')).body).toEqual({ data: [] })
    })

    test('name the source of each setting, and show no secret', async () => {
      const { body, text } = await callAs('owner', 'GET /v1/operations/settings')
      const of = (name: string) => (body as { data: { name: string }[] }).data.find((each) => each.name === name)
      expect(of('SVC_AUDIT_DAYS')).toMatchObject({ value: '400', origin: 'environment' })
      expect(of('SVC_METRICS_TOKEN')).toMatchObject({ value: '••••••••', origin: 'environment' })
      expect(of('SVC_PORT')).toMatchObject({ origin: 'default' })
      expect(text).not.toContain(metricsToken)
    })

    test('report the storage, its problems and the copies before migrations', async () => {
      const { dataDir } = service.store
      if (dialect === 'sqlite') {
        mkdirSync(join(dataDir, 'backups'), { recursive: true })
        writeFileSync(join(dataDir, 'backups', 'svc-0007_jobs-20261121T100000000Z.db'), 'older')
        writeFileSync(join(dataDir, 'backups', 'svc-0009_more-20261122T100000000Z.db'), 'newest')
        writeFileSync(join(dataDir, 'backups', 'notes.db'), 'not a copy')
      }
      const { body } = await callAs('owner', 'GET /v1/operations/storage')
      expect(body).toMatchObject({
        database: dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL',
        problems: [],
        backups:
          dialect === 'sqlite'
            ? [
                { name: 'svc-0009_more-20261122T100000000Z.db', bytes: 6 },
                { name: 'svc-0007_jobs-20261121T100000000Z.db', bytes: 5 },
              ]
            : [],
      })
      const { database_bytes: bytes = 0, free_bytes: free, wal_bytes: wal } = body as Record<string, number>
      expect(bytes + (wal ?? 0)).toBeGreaterThan(100_000)
      expect(free).toBeGreaterThan(0)
    })

    test('filter the audit log, and export what the filter matches', async () => {
      const { body } = await callAs('owner', 'GET /v1/operations/audit?action=job.*&limit=2')
      const { data, page } = body as { data: { action: string; at: string }[]; page: { has_more: boolean } }
      expect(data.map(({ action }) => action.split('.')[0])).toEqual(['job', 'job'])
      expect(page.has_more).toBe(true)
      const csv = await callAs('owner', 'GET /v1/operations/audit.csv?action=job.*')
      expect(csv.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"')
      const [head, ...lines] = csv.text.trimEnd().split('\r\n')
      expect(head).toStartWith('id,seq,at,company_id,project_id,actor_kind,actor_id,action,target,')
      expect(new Set(lines.map((line) => line.split(',')[7]?.split('.')[0]))).toEqual(new Set(['job']))
      const exported = await callAs('owner', 'GET /v1/operations/audit?action=audit.exported')
      expect(exported.body).toMatchObject({ data: [{ detail: { action: 'job.*' }, actor: { name: 'owner' } }] })
      await callAs('owner', 'GET /v1/operations/audit.csv?email=ann@example.com')
      const byEmail = await callAs('owner', 'GET /v1/operations/audit?action=audit.exported&email=ann@example.com')
      expect(byEmail.body).toMatchObject({ data: [{ detail: { subjects: expect.any(Array) } }] })
      expect(byEmail.text).not.toContain('ann@example.com')
      const wrong = await callAs(
        'owner',
        'GET /v1/operations/audit?since=2026-11-22T00:00:00Z&until=2026-11-21T00:00:00Z',
      )
      expect(wrong).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED' } })
    })
  })
