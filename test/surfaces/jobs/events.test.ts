/** The stream of a job’s events over a real connection. */
import { afterAll, expect, test } from 'bun:test'
import { cancelJob } from '../../../src/platform/jobs/index.ts'
import { eachDialect } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { checking, openJobAdmin } from './test-service.ts'

interface Seen {
  id: string
  event: string
  data: { status: string; progress: { done: number; percentage: number; note?: string } | null; result: unknown }
}

/** Reads a stream event by event; undefined at its end. */
function readEvents({ body }: Response) {
  if (body === null) throw new Error('There is no stream')
  const reader = body.getReader()
  let text = ''
  return {
    cancel: () => reader.cancel(),
    async next(): Promise<Seen | undefined> {
      while (!text.includes('\n\n')) {
        const { value, done } = await reader.read()
        if (done) return undefined
        text += new TextDecoder().decode(value)
      }
      const end = text.indexOf('\n\n')
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
      return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) as Seen['data'] }
    },
  }
}

eachDialect((dialect) => {
  async function serve() {
    const admin = await openJobAdmin(dialect)
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', development: false, fetch: admin.handle })
    afterAll(() => server.stop(true))
    const watch = (id: string, headers: Record<string, string> = {}) =>
      fetch(`${server.url.href}v1/jobs/${id}/events`, { headers: { 'svc-api-auth': admin.keys.a, ...headers } })
    return { ...admin, server, watch, isFree: () => admin.metrics.print().includes('svc_event_streams 0') }
  }

  test('it tells how the job stands, then every change, and ends with it', async () => {
    const { make, running, watch } = await serve()
    const id = await make()
    const held = await running(id)
    const answer = await watch(id)
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-encoding')).toBeNull()
    const events = readEvents(answer)
    expect(await events.next()).toMatchObject({
      id: '1',
      event: 'progress',
      data: { id, status: 'running', progress: null },
    })
    held.progress(120, 500, 'Asking mail servers')
    expect(await events.next()).toMatchObject({
      event: 'progress',
      data: { progress: { done: 120, total: 500, percentage: 24, note: 'Asking mail servers' } },
    })
    held.end({ done: { valid: 7 } })
    const last = { data: { status: 'completed', result: { valid: 7 } } }
    expect(await events.next()).toMatchObject({ id: '3', event: 'completed', ...last })
    expect(await events.next()).toMatchObject({ id: '3', event: 'done', ...last })
    expect(await events.next()).toBeUndefined()
  })

  test('of a job that has finished it tells that, whatever was seen before, and ends', async () => {
    const { make, running, reaches, watch } = await serve()
    const id = await make()
    ;(await running(id)).end({ fail: 'No rows' })
    await reaches(id, 'dead')
    const events = readEvents(await watch(id, { 'last-event-id': '99' }))
    expect(await events.next()).toMatchObject({ event: 'failed', data: { status: 'failed', error: 'No rows' } })
    expect(await events.next()).toBeUndefined()
  })

  test('a client that leaves frees it; a cancelled job ends it; a drain ends all', async () => {
    const { store, make, running, watch, isFree, handler } = await serve()
    const id = await make()
    await running(id)
    const leaving = readEvents(await watch(id))
    await leaving.next()
    expect(isFree()).toBe(false)
    await leaving.cancel()
    await until(isFree, 'the stream to be freed')

    const watching = readEvents(await watch(id))
    await watching.next()
    await store.tx((db) => cancelJob(db, id, [checking]))
    expect(await watching.next()).toMatchObject({ event: 'cancelled' })
    expect(await watching.next()).toBeUndefined()

    const other = await make()
    await running(other)
    const drained = readEvents(await watch(other))
    await drained.next()
    handler.drain()
    expect(await drained.next()).toBeUndefined()
    expect(isFree()).toBe(true)
    expect((await watch(other)).status).toBe(503)
  })
})
