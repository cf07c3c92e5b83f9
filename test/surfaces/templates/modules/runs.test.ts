/** Changing more instances than one call does: jobs, which end although the process that runs them does not. */
import { describe, expect, test } from 'bun:test'
import { createLog } from '../../../../src/platform/log/index.ts'
import { createMetrics } from '../../../../src/platform/metrics/index.ts'
import { type Jobs, createJobs } from '../../../../src/platform/jobs/index.ts'
import { templateJobs } from '../../../../src/surfaces/templates/index.ts'
import { cleanUp } from '../../../support/clean-up.ts'
import { dialects } from '../../../support/store.ts'
import { until } from '../../../support/until.ts'
import { type Module, type Modules, instance, section, startModules, text } from './pieces.ts'

interface JobAnswer {
  status: string
  progress: { done: number; total: number } | null
  result: { processed: number; changed: number; failed: number; results: object[]; deleted?: boolean } | null
}

const many = 120

describe.each([...dialects])('jobs over the instances of a module on %s', (dialect) => {
  async function start() {
    const service = await startModules(dialect, { environment: { SVC_RUN_JOBS: 'false' } })
    const id = await service.module('Part', 'First words')
    await service.say(id, 'Second words')
    return { service, id }
  }
  /** Someone who runs the jobs, until the test or another one ends it. */
  function runner({ store }: Modules): Jobs {
    const log = createLog('error')
    const jobs = createJobs({ store, log, metrics: createMetrics(), handlers: [...templateJobs(store)], schedules: [] })
    cleanUp(() => jobs.drain(0))
    jobs.start()
    return jobs
  }
  const fill = async (service: Modules, id: string, count: number) => {
    const ids: string[] = []
    for (let n = 0; n < count; n++)
      ids.push(await service.template(`T${n}`, section('s', text('t', `${n}`)), instance('a', id, 1)))
    return ids
  }
  const look = (service: Modules, at: string) => service.must<JobAnswer>(`GET ${at}`)
  const ended = async (service: Modules, at: string) => {
    await until(async () => (await look(service, at)).result !== null, 'the end of the job')
    return look(service, at)
  }

  test(`a sync of ${many} templates goes on where it was when another process takes over, each changed once`, async () => {
    const { service, id } = await start()
    const ids = await fill(service, id, many)
    const writer = (
      await service.must<{ key: string }>('POST /v1/api-keys', {
        name: 'W',
        scopes: ['templates:read', 'templates:write'],
      })
    ).key
    const locked = ids[60] ?? ''
    await service.must(`POST /v1/templates/${locked}/lock`, {})
    const preview = await service.call(`POST /v1/modules/${id}/sync`, { dry_run: true }, writer)
    const sync = await service.call(`POST /v1/modules/${id}/sync`, {}, writer)
    expect([preview.status, sync.status]).toEqual([202, 202])
    const at = sync.headers.get('location') ?? ''

    const first = runner(service)
    const { moduleRuns } = service.store.read.tables
    const jobId = at.split('/').at(-1)
    const processed = async () =>
      (await service.store.read.select().from(moduleRuns)).find((run) => run.jobId === jobId)?.processed ?? 0
    await until(async () => (await processed()) >= 20, 'the first batch')
    await first.drain(0)
    expect((await look(service, at)).result).toBeNull()
    runner(service)

    const job = await ended(service, at)
    expect(job).toMatchObject({ status: 'completed', result: { processed: many, changed: many - 1, failed: 1 } })
    expect(job.result?.results[0]).toMatchObject({ template_id: locked, ok: false, error: { code: 'LOCKED' } })
    const { templates, templateModuleUses } = service.store.read.tables
    const rows = await service.store.read.select().from(templates)
    for (const row of rows.filter((each) => ids.includes(each.id))) expect(row.revision).toBe(row.id === locked ? 1 : 2)
    const uses = await service.store.read.select().from(templateModuleUses)
    expect(uses.filter(({ version }) => version === 1).map(({ templateId }) => templateId)).toEqual([locked])
    expect(await service.store.read.select().from(moduleRuns)).toEqual([])
    const notified = await look(service, preview.headers.get('location') ?? '')
    expect(notified.result?.results[1]).toMatchObject({ changed: true, changes: 'Changed the text of a text block' })
  })

  test('are seen and cancelled by their project only', async () => {
    const { service, id } = await start()
    await fill(service, id, 51)
    const at = (await service.call(`POST /v1/modules/${id}/sync`, {})).headers.get('location') ?? ''
    expect((await service.call(`GET ${at}`, undefined, 'b')).status).toBe(404)
    expect((await service.call(`GET ${at}`, undefined, 'readOnly')).status).toBe(404)
    expect(await service.must(`POST ${at}/cancel`)).toMatchObject({ status: 'cancelled' })
  })

  test('delete a module with more instances than one call detaches, and every email looks as before', async () => {
    const { service, id } = await start()
    const ids = await fill(service, id, 51)
    const before = await service.html(ids[50] ?? '')
    const remove = await service.call(`DELETE /v1/modules/${id}?detach=true`)
    expect(remove.status).toBe(202)
    runner(service)
    const job = await ended(service, remove.headers.get('location') ?? '')
    expect(job).toMatchObject({ status: 'completed', result: { processed: 51, changed: 51, failed: 0, deleted: true } })
    expect((await service.call(`GET /v1/modules/${id}`)).status).toBe(404)
    expect(await service.html(ids[50] ?? '')).toBe(before)
  })

  test('keep the module when one of its instances cannot go', async () => {
    const { service, id } = await start()
    const ids = await fill(service, id, 51)
    const writer = (
      await service.must<{ key: string }>('POST /v1/api-keys', {
        name: 'W',
        scopes: ['templates:read', 'templates:write'],
      })
    ).key
    await service.must(`POST /v1/templates/${ids[7]}/lock`, {})
    const remove = await service.call(`DELETE /v1/modules/${id}?detach=true`, undefined, writer)
    runner(service)
    const job = await ended(service, remove.headers.get('location') ?? '')
    expect(job).toMatchObject({ status: 'completed', result: { failed: 1, deleted: false } })
    expect(await service.must<Module>(`GET /v1/modules/${id}`)).toMatchObject({ usage_count: 1 })
  })
})
