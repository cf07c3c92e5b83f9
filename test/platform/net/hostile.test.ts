import { describe, expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { OutboundRequest } from '../../../src/platform/net/index.ts'
import { answer, failureOf, netOf, requestTo, startReceiver } from './receivers.ts'

/** Writes the start, then the piece again and again, as fast as the other side takes it or every so many milliseconds, until it goes. */
function endlessly(socket: Socket, start: string, piece: string, everyMs?: number): void {
  socket.write(start)
  const write = () => {
    if (socket.destroyed) return clearInterval(timer)
    while (socket.write(piece) && everyMs === undefined && !socket.destroyed);
  }
  const timer = everyMs === undefined ? undefined : setInterval(write, everyMs)
  if (everyMs === undefined) socket.on('drain', write)
  write()
}

const head = 'HTTP/1.1 200 OK\r\n'

type Case = {
  name: string
  speak: (socket: Socket) => void
  request?: Partial<OutboundRequest>
  ends: string
}

const cases: Case[] = [
  { name: 'never answers', speak: () => undefined, ends: 'timeout: Timed out after 0.3 s while waiting' },
  { name: 'sends one byte and waits', speak: (socket) => socket.write('H'), ends: 'timeout' },
  { name: 'drips headers', speak: (socket) => endlessly(socket, head, 'x-a: b\r\n', 20), ends: 'timeout' },
  { name: 'drips a body', speak: (socket) => endlessly(socket, `${head}\r\n`, 'x', 20), ends: 'timeout' },
  {
    name: 'drips a chunk',
    speak: (socket) => endlessly(socket, `${head}transfer-encoding: chunked\r\n\r\nffff\r\n`, 'x', 20),
    ends: 'timeout',
  },
  {
    name: 'sends headers without end',
    speak: (socket) => endlessly(socket, head, 'x-a: bcdefgh\r\n'),
    ends: 'too_large: The server sent more than 64 KiB of headers.',
  },
  {
    name: 'sends one header without end',
    speak: (socket) => endlessly(socket, `${head}x-a: `, 'a'.repeat(1000)),
    ends: 'too_large',
  },
  {
    name: 'sends a header of 2 MB',
    speak: (socket) => socket.write(`${head}x-a: ${'a'.repeat(2_000_000)}\r\ncontent-length: 0\r\n\r\n`),
    ends: 'too_large',
  },
  {
    name: 'sends a thousand headers',
    speak: (socket) => socket.write(`${head}${'a: b\r\n'.repeat(1000)}\r\n`),
    ends: 'too_large: The server sent more than 256 headers.',
  },
  {
    name: 'sends interim answers without end',
    speak: (socket) => endlessly(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n'),
    ends: 'protocol: The server sent endless interim responses.',
  },
  {
    name: 'switches protocols',
    speak: (socket) => socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\n\r\n'),
    ends: 'protocol',
  },
  {
    name: 'sends a body without end, refused',
    speak: (socket) => endlessly(socket, `${head}\r\n`, 'x'.repeat(1000)),
    request: { onTooLarge: 'refuse' },
    ends: 'too_large: The response is larger than 16384 bytes.',
  },
  {
    name: 'announces too much, refused',
    speak: (socket) => socket.write(`${head}content-length: 16385\r\n\r\n`),
    request: { onTooLarge: 'refuse' },
    ends: 'too_large',
  },
  {
    name: 'sends chunks without end, refused',
    speak: (socket) => endlessly(socket, `${head}transfer-encoding: chunked\r\n\r\n`, `3e8\r\n${'x'.repeat(1000)}\r\n`),
    request: { onTooLarge: 'refuse' },
    ends: 'too_large',
  },
  {
    name: 'sends a chunk extension without end',
    speak: (socket) => endlessly(socket, `${head}transfer-encoding: chunked\r\n\r\n1;`, 'x'.repeat(1000)),
    ends: 'protocol: The server sent a chunk that is not valid.',
  },
  {
    name: 'sends trailers without end',
    speak: (socket) => endlessly(socket, `${head}transfer-encoding: chunked\r\n\r\n0\r\n`, 'x-a: b\r\n'),
    ends: 'protocol: The server sent endless trailers.',
  },
  {
    name: 'sends a chunk size that is none',
    speak: (socket) => socket.write(`${head}transfer-encoding: chunked\r\n\r\n-1\r\n`),
    ends: 'protocol',
  },
  {
    name: 'sends a chunk longer than it says',
    speak: (socket) => socket.write(`${head}transfer-encoding: chunked\r\n\r\n1\r\nxx\r\n0\r\n\r\n`),
    ends: 'protocol: The server sent a chunk longer than announced.',
  },
  {
    name: 'uses another transfer coding',
    speak: (socket) => socket.write(`${head}transfer-encoding: gzip, chunked\r\n\r\n`),
    ends: 'protocol',
  },
  {
    name: 'contradicts itself about the length',
    speak: (socket) => socket.write(`${head}content-length: 1\r\ncontent-length: 2\r\n\r\nxx`),
    ends: 'protocol: The server sent a Content-Length that is not valid.',
  },
  {
    name: 'sends a negative length',
    speak: (socket) => socket.write(`${head}content-length: -1\r\n\r\n`),
    ends: 'protocol',
  },
  {
    name: 'closes without a word',
    speak: (socket) => socket.destroy(),
    ends: 'protocol: The server closed the connection before responding.',
  },
  {
    name: 'resets without a word',
    speak: (socket) => socket.resetAndDestroy(),
    ends: 'protocol: The server closed the connection before responding.',
  },
  {
    name: 'closes within its headers',
    speak: (socket) => socket.end(`${head}x-a: b\r\n`),
    ends: 'protocol: The server closed the connection in the middle of the response.',
  },
  {
    name: 'closes within its body',
    speak: (socket) => socket.end(`${head}content-length: 10\r\n\r\nx`),
    ends: 'protocol: The server closed the connection in the middle',
  },
  {
    name: 'closes within a chunk',
    speak: (socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\n5\r\nx`),
    ends: 'protocol: The server closed the connection in the middle',
  },
  {
    name: 'sends garbage',
    speak: (socket) => socket.write('\0\x01\x02\xff garbage'),
    ends: 'protocol: The server did not respond with HTTP/1.1.',
  },
  {
    name: 'speaks HTTP/0.9',
    speak: (socket) => socket.end('<html>hello</html>'),
    ends: 'protocol: The server did not respond with HTTP/1.1.',
  },
  { name: 'speaks HTTP/2', speak: (socket) => socket.write('HTTP/2 200\r\n\r\n'), ends: 'protocol' },
  { name: 'speaks SSH', speak: (socket) => socket.write('SSH-2.0-x\r\n'), ends: 'protocol' },
  { name: 'sends a status that is none', speak: (socket) => socket.write('HTTP/1.1 20 OK\r\n\r\n'), ends: 'protocol' },
  {
    name: 'folds a header',
    speak: (socket) => socket.write(`${head}a: b\r\n c\r\n\r\n`),
    ends: 'protocol: The server sent a header that is not valid.',
  },
  { name: 'sends a header without a name', speak: (socket) => socket.write(`${head}: b\r\n\r\n`), ends: 'protocol' },
  {
    name: 'hides a line break in a header',
    speak: (socket) => socket.write(`${head}a: b\nc: d\r\n\r\n`),
    ends: 'protocol',
  },
]

describe('a receiver that', () => {
  for (const { name, speak, request, ends } of cases)
    test(`${name} ends in ${ends.split(':')[0]}`, async () => {
      const receiver = await startReceiver((socket) => speak(socket))
      const timeoutMs = ends.startsWith('timeout') ? 300 : 120_000
      const pending = netOf().send(requestTo(`http://127.0.0.1:${receiver.port}/`, { timeoutMs, ...request }))
      expect(await failureOf(pending)).toStartWith(ends)
      while (receiver.openConnections() > 0) await new Promise((resolve) => setImmediate(resolve))
      expect(receiver.requests.length).toBe(1)
    })

  test('streams for ever is cut where the caller wants, and left', async () => {
    for (const [start, piece] of [
      [`${head}\r\n`, 'x'.repeat(999)],
      [`${head}transfer-encoding: chunked\r\n\r\n`, `3e8\r\n${'x'.repeat(1000)}\r\n`],
      [`${head}content-length: 999999999\r\n\r\n`, 'x'.repeat(999)],
    ] as const) {
      const receiver = await startReceiver((socket) => {
        endlessly(socket, start, piece)
      })
      const sent = await netOf().send(requestTo(`http://127.0.0.1:${receiver.port}/`))
      expect([sent.isCut, sent.body.length, new Set(sent.body)]).toEqual([true, 16_384, new Set([120])])
      while (receiver.openConnections() > 0) await new Promise((resolve) => setImmediate(resolve))
    }
  })
  test('answers before it read everything is believed, and not used again', async () => {
    const receiver = await startReceiver(() => undefined)
    const early = await startReceiver((socket) => socket.write(answer(200)))
    const { send } = netOf()
    expect(
      await failureOf(send(requestTo(`http://127.0.0.1:${receiver.port}/`, { body: 'x'.repeat(100), timeoutMs: 200 }))),
    ).toStartWith('timeout')
    expect((await send(requestTo(`http://127.0.0.1:${early.port}/`, { body: 'x'.repeat(1_000_000) }))).status).toBe(200)
  })
  test('takes a few interim answers first is heard out', async () => {
    const early = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'
    const receiver = await startReceiver((socket) => socket.write(early + answer(200, 'ok')))
    const sent = await netOf().send(requestTo(`http://127.0.0.1:${receiver.port}/`))
    expect([sent.status, sent.headers['link']]).toEqual([200, undefined])
  })
})

describe('a compressed answer', () => {
  const text = 'word '.repeat(2000)
  const compressed = { gzip: gzipSync(text), deflate: deflateSync(text), br: brotliCompressSync(text) }
  const serving = (body: Buffer, coding: string) =>
    startReceiver((socket) => {
      socket.write(`${head}content-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`)
      socket.write(body)
    })

  for (const [coding, body] of Object.entries(compressed))
    test(`in ${coding} is unpacked when asked, and as it came when not`, async () => {
      const receiver = await serving(body, coding)
      const { send } = netOf()
      const url = `http://127.0.0.1:${receiver.port}/`
      const unpacked = await send(requestTo(url, { method: 'GET', decompress: true }))
      expect(Buffer.from(unpacked.body).toString()).toBe(text)
      expect(receiver.requests[0]).toContain('Accept-Encoding: gzip, deflate, br\r\n')
      const raw = await send(requestTo(url, { method: 'GET' }))
      expect(Buffer.from(raw.body)).toEqual(body)
      expect(receiver.requests[1]).not.toContain('Accept-Encoding')
    })

  test('that is a bomb is cut or refused, and memory stays where it was', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000))
    const receiver = await serving(bomb, 'gzip')
    const { send } = netOf()
    const request = requestTo(`http://127.0.0.1:${receiver.port}/`, {
      method: 'GET',
      decompress: true,
      maxBodyBytes: 1024 * 1024,
    })
    Bun.gc(true)
    const before = process.memoryUsage.rss()
    for (let i = 0; i < 5; i++) {
      const sent = await send(request)
      expect([sent.isCut, sent.body.length]).toEqual([true, 1024 * 1024])
      expect(await failureOf(send({ ...request, onTooLarge: 'refuse' }))).toStartWith('too_large')
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(128 * 1024 * 1024)
  })
  test('that is broken, cut short or in another coding says so', async () => {
    const { send } = netOf()
    const decompress = { method: 'GET', decompress: true } as const
    const broken: [body: Buffer, coding: string, says: string][] = [
      [Buffer.from('not gzip'), 'gzip', 'compressed body that is broken'],
      [compressed.gzip.subarray(0, 40), 'gzip', 'compressed body that is broken'],
      [Buffer.from('x'), 'zstd', 'content coding that was not requested'],
      [Buffer.from('x'), '__proto__', 'content coding that was not requested'],
    ]
    for (const [body, coding, says] of broken) {
      const receiver = await serving(body, coding)
      const pending = send(requestTo(`http://127.0.0.1:${receiver.port}/`, decompress))
      expect(await failureOf(pending)).toContain(says)
    }
  })
  test('larger than the limit before it is unpacked is cut there, and what it holds is given', async () => {
    const noise = Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 7919) % 251))
    const receiver = await serving(gzipSync(noise, { level: 0 }), 'gzip')
    const sent = await netOf().send(
      requestTo(`http://127.0.0.1:${receiver.port}/`, { method: 'GET', decompress: true }),
    )
    expect([sent.isCut, noise.subarray(0, sent.body.length).equals(Buffer.from(sent.body))]).toEqual([true, true])
    expect(sent.body.length).toBeGreaterThan(10_000)
  })
})

describe('a caller', () => {
  test('who calls off is answered at once, before and during', async () => {
    const receiver = await startReceiver(() => undefined)
    const { send } = netOf()
    const url = `http://127.0.0.1:${receiver.port}/`
    expect(await failureOf(send(requestTo(url, { signal: AbortSignal.abort() })))).toStartWith('aborted')
    const stop = new AbortController()
    const pending = failureOf(send(requestTo(url, { signal: stop.signal })))
    while (receiver.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
    expect(await pending).toStartWith('aborted')
    while (receiver.openConnections() > 0) await new Promise((resolve) => setImmediate(resolve))
    expect(receiver.requests.length).toBe(1)
  })
})
