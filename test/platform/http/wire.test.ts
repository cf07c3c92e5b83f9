/** What only a real connection shows: sizes that are announced or not, bytes that are no request. */
import { afterAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { openTestStore } from '../../support/store.ts'
import { createProject, createToy } from './test-surface.ts'

const store = await openTestStore('sqlite')
const { key } = await createProject(store)
const { handler } = createToy(store)
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  development: false,
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  fetch: (request, peer) => handler.handle(request, peer),
})
afterAll(() => server.stop(true))

const head = `Host: localhost\r\nSvc-Api-Auth: ${key}\r\nContent-Type: application/json\r\n`
const megabyte = 'x'.repeat(1024 * 1024)

/** Sends bytes and answers what came back, up to the end of the first answer. */
function exchange(text: string | Buffer): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(server.port ?? 0, '127.0.0.1')
  let received = ''
  const done = () => {
    socket.destroy()
    resolve(received)
  }
  socket.on('data', (data) => {
    received += String(data)
    const [, length, rest = ''] = /content-length: (\d+)[\s\S]*?\r\n\r\n([\s\S]*)/i.exec(received) ?? []
    if (length !== undefined && rest.length >= Number(length)) done()
  })
  socket.on('close', done)
  socket.on('error', done)
  socket.write(text)
  return promise
}

test.each([['b.example'], ['a.example'], ['']])('two Host fields, the second %p, are 400', async (second) => {
  const answer = await exchange(
    `GET /v1/things/x HTTP/1.1\r\nHost: a.example\r\nHost: ${second}\r\nSvc-Api-Auth: ${key}\r\n\r\n`,
  )
  expect(answer).toStartWith('HTTP/1.1 400')
})

test.each([
  ['an announced body above the limit', `POST /v1/things HTTP/1.1\r\n${head}Content-Length: 7000000\r\n\r\n`],
  [
    'a body announced beyond all measure',
    `POST /v1/things HTTP/1.1\r\n${head}Content-Length: 1000000000000\r\n\r\n{"name`,
  ],
  [
    'a chunked body that grows above the limit',
    `POST /v1/things HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n${`100000\r\n${megabyte}\r\n`.repeat(7)}0\r\n\r\n`,
  ],
])('%s is 413 with a problem', async (_, request) => {
  const answer = await exchange(request)
  expect(answer).toStartWith('HTTP/1.1 413')
  expect(answer).toContain('"code":"PAYLOAD_TOO_LARGE"')
})

test.each([
  ['NUL in the path', `GET /v1/things/\0 HTTP/1.1\r\n${head}\r\n`, 505],
  ['a header of 100 kB', `GET /v1/things/a HTTP/1.1\r\n${head}X: ${'a'.repeat(100_000)}\r\n\r\n`, 431],
  [
    'a length and chunks at once',
    `POST /v1/things HTTP/1.1\r\n${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['the key twice', `GET /v1/things/a HTTP/1.1\r\n${head}Svc-Api-Auth: ${key}\r\n\r\n`, 401],
])('%s is refused', async (_, request, status) => {
  expect(await exchange(request)).toStartWith(`HTTP/1.1 ${status}`)
})

test('a chunked body within the limit arrives', async () => {
  const chunks = ['{"na', 'me":"x"}'].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')
  const answer = await exchange(
    `POST /v1/things HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
  )
  expect(answer).toStartWith('HTTP/1.1 201')
})

test('a sender that goes away in the middle leaves the service well', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect(server.port ?? 0, '127.0.0.1')
  socket.on('close', () => resolve())
  socket.write(`POST /v1/things HTTP/1.1\r\n${head}Content-Length: 500\r\n\r\n{"name`, () => socket.destroy())
  await promise
  const answer = await fetch(`${server.url}v1/things/x`, { headers: { 'svc-api-auth': key } })
  expect(answer.status).toBe(200)
})
