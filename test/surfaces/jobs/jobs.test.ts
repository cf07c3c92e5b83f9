/** Jobs as their project sees them, and as nobody else does. */
import { describe, expect, test } from 'bun:test'
import { dialects } from '../../support/store.ts'
import { scenarios } from '../../support/scenario.ts'
import { type JobAdmin, openJobAdmin } from './test-service.ts'

const later = Date.parse('2035-01-01T00:00:00Z')

for (const dialect of dialects) {
  const admin = await openJobAdmin(dialect)
  const waiting = await admin.make(later)
  const operators = await admin.sweep()
  const done = await admin.make()
  ;(await admin.running(done)).end({ done: { valid: 3 } })
  const failed = await admin.make()
  ;(await admin.running(failed)).end({ fail: 'The list is empty' })
  await admin.reaches(done, 'done')
  await admin.reaches(failed, 'dead')

  describe(dialect, () => {
    scenarios<JobAdmin>(admin, [
      {
        name: 'a job that waits shows when it was made and nothing of its payload',
        call: `GET /v1/jobs/${waiting}`,
        status: 200,
        body: {
          id: waiting,
          kind: 'lists.check',
          status: 'queued',
          next_attempt_at: '2035-01-01T00:00:00.000Z',
          progress: null,
          result: null,
          error: null,
          attempts: 0,
          started_at: null,
          finished_at: null,
        },
        answers: { 'cache-control': 'private, no-cache', 'ratelimit-limit': '600' },
        then: ({ text }) => expect(text).not.toContain('rows'),
      },
      {
        name: 'a job that is done shows its result',
        call: `GET /v1/jobs/${done}`,
        status: 200,
        body: {
          status: 'completed',
          next_attempt_at: null,
          result: { valid: 3 },
          error: null,
          finished_at: expect.stringContaining('T'),
        },
      },
      {
        name: 'a dead job is failed, with the reason',
        call: `GET /v1/jobs/${failed}`,
        status: 200,
        body: { status: 'failed', error: 'The list is empty', attempts: 1 },
      },
      { name: 'an admin key sees it too', call: `GET /v1/jobs/${done}`, key: 'admin', status: 200 },
      ...['', '/events', '/cancel'].flatMap((path) => {
        const method = path === '/cancel' ? 'POST' : 'GET'
        const refused = { status: 404, body: { code: 'JOB_NOT_FOUND' } }
        return [
          {
            name: `/jobs/{id}${path} of another project’s job`,
            call: `${method} /v1/jobs/${done}${path}`,
            key: 'b',
            ...refused,
          },
          {
            name: `/jobs/{id}${path} without the scope of its kind`,
            call: `${method} /v1/jobs/${done}${path}`,
            key: 'templates',
            ...refused,
          },
          {
            name: `/jobs/{id}${path} of a job that is the operators’ alone`,
            call: `${method} /v1/jobs/${operators}${path}`,
            key: 'admin',
            ...refused,
          },
          { name: `/jobs/{id}${path} of no job at all`, call: `${method} /v1/jobs/job_nothing${path}`, ...refused },
          {
            name: `/jobs/{id}${path} without a key`,
            call: `${method} /v1/jobs/${done}${path}`,
            key: null,
            status: 401,
            body: { code: 'UNAUTHORIZED' },
          },
          {
            name: `/jobs/{id}${path} with a parameter nobody knows`,
            call: `${method} /v1/jobs/${done}${path}?since=1`,
            status: 422,
            body: { code: 'VALIDATION_FAILED' },
          },
        ]
      }),
      {
        name: 'a job that is done cannot be cancelled',
        call: `POST /v1/jobs/${done}/cancel`,
        status: 409,
        body: { code: 'JOB_FINISHED' },
      },
      {
        name: 'a job that waits is cancelled',
        call: `POST /v1/jobs/${waiting}/cancel`,
        status: 200,
        body: { status: 'cancelled', finished_at: expect.stringContaining('T') },
        then: async (_, { store }) => {
          const lines = await store.read.select().from(store.read.tables.auditLog)
          expect(lines.at(-1)).toMatchObject({
            action: 'job.cancelled',
            target: waiting,
            detail: { kind: 'lists.check' },
          })
        },
      },
      {
        name: 'cancelling it again changes nothing',
        call: `POST /v1/jobs/${waiting}/cancel`,
        status: 200,
        body: { status: 'cancelled' },
      },
    ])

    test('a running job that is cancelled is told, and what it still answers has no effect', async () => {
      const id = await admin.make()
      const held = await admin.running(id)
      const notified = new Promise<void>((resolve) => held.signal.addEventListener('abort', () => resolve()))
      const answer = await admin.handle(
        new Request(`http://localhost/v1/jobs/${id}/cancel`, {
          method: 'POST',
          headers: { 'svc-api-auth': admin.keys.a },
        }),
      )
      expect(answer.status).toBe(200)
      await notified
      held.end({ done: 'too late' })
      await admin.reaches(id, 'cancelled')
      const after = await admin.handle(
        new Request(`http://localhost/v1/jobs/${id}`, { headers: { 'svc-api-auth': admin.keys.a } }),
      )
      expect(await after.json()).toMatchObject({ status: 'cancelled', result: null })
    })
  })
}
