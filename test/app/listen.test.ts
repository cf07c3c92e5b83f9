import { expect, test } from 'bun:test'
import { listen } from '../../src/app/listen.ts'
import { freePort } from '../support/free-port.ts'
import { startService } from '../support/service.ts'

test('a taken port is refused with words that help', () => {
  const other = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
  expect(() => listen({ host: '127.0.0.1', port: other.port })).toThrow(
    `Port ${other.port} on 127.0.0.1 is in use. Stop the other program, or choose another port with --port.`,
  )
  other.stop(true)
})

test('a port that another service has is not shared with it', async () => {
  const first = listen({ host: '127.0.0.1', port: 0 })
  expect(() => listen({ host: '127.0.0.1', port: Number(first.url.port) })).toThrow('is in use')
  await first.drain(0)
})

test('a host name that leads nowhere is refused with words that help', () => {
  expect(() => listen({ host: 'nowhere.invalid', port: freePort() })).toThrow(
    'Set SVC_HOST to an IP address of this machine',
  )
})

test('an address of another machine is refused with words that help', () => {
  const port = freePort()
  expect(() => listen({ host: '192.0.2.1', port })).toThrow('192.0.2.1 is not an IP address of this machine')
})

test('until there is something to answer with, it says that it is starting', async () => {
  const listener = listen({ host: '127.0.0.1', port: 0 })
  const early = await fetch(listener.url)
  expect({
    status: early.status,
    type: early.headers.get('content-type'),
    retry: early.headers.get('retry-after'),
  }).toEqual({
    status: 503,
    type: 'application/problem+json',
    retry: '1',
  })
  expect(await early.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', detail: 'The service is starting.' })
  listener.answerWith(() => new Response('ready'))
  expect(await (await fetch(listener.url)).text()).toBe('ready')
  expect(await listener.drain()).toBe(true)
})

test('while a start takes long, it says why, and that the process lives', async () => {
  const listener = listen({ host: '127.0.0.1', port: 0 })
  listener.explain('The database is brought to this version. Leave it running.')
  const ready = await fetch(new URL('/readyz', listener.url))
  expect({ status: ready.status, retry: ready.headers.get('retry-after'), body: await ready.json() }).toMatchObject({
    status: 503,
    retry: '5',
    body: { code: 'SERVICE_UNAVAILABLE', detail: 'The database is brought to this version. Leave it running.' },
  })
  const alive = await fetch(new URL('/healthz', listener.url))
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }])
  listener.answerWith(() => new Response('ready'))
  expect(await (await fetch(new URL('/healthz', listener.url))).text()).toBe('ready')
  await listener.drain()
})

test('draining lets a running request finish', async () => {
  const started = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const listener = listen({ host: '127.0.0.1', port: 0 })
  listener.answerWith(async () => {
    started.resolve()
    await release.promise
    return new Response('done')
  })
  const answer = fetch(listener.url)
  await started.promise
  const drained = listener.drain()
  release.resolve()
  expect(await (await answer).text()).toBe('done')
  expect(await drained).toBe(true)
  expect(fetch(listener.url)).rejects.toThrow()
})

test('a request that never ends is cut off at the deadline, and that is told', async () => {
  const started = Promise.withResolvers<void>()
  const listener = listen({ host: '127.0.0.1', port: 0 })
  listener.answerWith(() => {
    started.resolve()
    return new Promise<Response>(() => undefined)
  })
  const answer = fetch(listener.url).catch(() => 'cut off')
  await started.promise
  expect(await listener.drain(50)).toBe(false)
  expect(await answer).toBe('cut off')
})

test('a body far beyond every limit is refused with a problem, not with the empty answer of the runtime', async () => {
  const { handle, keys } = await startService({ dialect: 'sqlite' })
  const listener = listen({ host: '127.0.0.1', port: 0 })
  listener.answerWith(handle)
  const answer = await fetch(new URL('/v1/templates', listener.url), {
    method: 'POST',
    headers: { 'svc-api-auth': keys.a, 'content-type': 'application/json' },
    body: 'x'.repeat(40 * 1024 * 1024),
  })
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({
    status: 413,
    body: { code: 'PAYLOAD_TOO_LARGE' },
  })
  await listener.drain(1000)
})
