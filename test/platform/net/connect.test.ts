import { describe, expect, test } from 'bun:test'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { TLSSocket, createSecureContext } from 'node:tls'
import { type ByteStream, type ConnectRequest, readProxy } from '../../../src/platform/net/index.ts'
import { createAuthority, daysFromNow } from '../../support/certificates.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { startSocksProxy } from '../../support/socks-proxy.ts'
import { netOf } from './receivers.ts'

const text = (value: Uint8Array | string) => (typeof value === 'string' ? value : Buffer.from(value).toString())
const bytes = (value: string) => new TextEncoder().encode(value)

async function serverThat(does: (socket: Socket) => void): Promise<number> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    does(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUp(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const net = netOf()

async function open(request: Partial<ConnectRequest> & { port: number }): Promise<ByteStream> {
  const connected = await net.connect({ address: '127.0.0.1', timeoutMs: 60_000, ...request })
  if ('failure' in connected) throw new Error(connected.detail)
  cleanUp(() => connected.stream.abort('closed'))
  return connected.stream
}

const failureOf = async (request: Partial<ConnectRequest> & { port: number }, from = net) => {
  const connected = await from.connect({ address: '127.0.0.1', timeoutMs: 60_000, ...request })
  return 'failure' in connected ? connected.failure : 'none'
}

describe('a connection', () => {
  test('carries bytes both ways, and ends when the other side does', async () => {
    const port = await serverThat((socket) => {
      socket.write('220 hello\r\n')
      socket.on('data', (data: Buffer) => socket.end(`you said ${data}`))
    })
    const stream = await open({ port })
    expect(text(await stream.read(60_000))).toBe('220 hello\r\n')
    stream.write(bytes('QUIT'))
    expect(text(await stream.read(60_000))).toBe('you said QUIT')
    expect(await stream.read(60_000)).toBe('closed')
    expect(await stream.read(60_000)).toBe('closed')
    stream.close()
  })
  test('reports a timeout, and continues afterwards', async () => {
    let far: Socket | undefined
    const port = await serverThat((socket) => (far = socket))
    const stream = await open({ port })
    expect(await stream.read(20)).toBe('timeout')
    far?.write('late')
    expect(text(await stream.read(60_000))).toBe('late')
  })
  test('that sends more than the limit is closed', async () => {
    const port = await serverThat((socket) => {
      const chunk = Buffer.alloc(64 * 1024, 'x')
      const pour = () => {
        while (!socket.destroyed && socket.write(chunk));
        socket.once('drain', pour)
      }
      pour()
    })
    const stream = await open({ port })
    let [read, end] = [0, '']
    while (end === '') {
      const more = await stream.read(60_000)
      if (typeof more === 'string') end = more
      else read += more.length
    }
    expect(end).toBe('too_long')
    expect(read).toBeLessThanOrEqual(1024 * 1024)
  })
  test('ends when its caller cancels', async () => {
    const port = await serverThat(() => {})
    const abort = new AbortController()
    const stream = await open({ port, signal: abort.signal })
    const pending = stream.read(10_000)
    abort.abort()
    expect(await pending).toBe('aborted')
    expect(await failureOf({ port, signal: abort.signal })).toBe('aborted')
  })
  test('sends its goodbye before it closes', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const port = await serverThat((socket) => {
      let said = ''
      socket.on('data', (data: Buffer) => (said += data))
      socket.on('end', () => resolve(said))
    })
    const stream = await open({ port })
    stream.write(bytes('QUIT\r\n'))
    stream.close()
    expect(await promise).toBe('QUIT\r\n')
  })
  test('to a closed port is refused', async () => {
    expect(await failureOf({ port: 9 })).toBe('refused')
  })
})

describe('an address', () => {
  const closed = netOf({ allow: [], ownAddresses: [{ host: '127.0.0.1', port: 2500 }] })

  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '::1',
    '::ffff:127.0.0.1',
    '0.0.0.0',
    '192.168.1.1',
    '',
    'mx.test',
  ])('such as “%s” is not dialed, and no proxy is used', async (address) => {
    const proxy = await startSocksProxy()
    const via = { host: '127.0.0.1', port: proxy.port }
    expect(await failureOf({ address, port: 25 }, closed)).toBe('forbidden')
    expect(await failureOf({ address, port: 25, via }, closed)).toBe('forbidden')
    expect(proxy.requestedTargets).toEqual([])
  })
  test('of the service itself is not dialed, whatever networks are allowed', async () => {
    const own = netOf({ ownAddresses: [{ host: '127.0.0.1', port: 2500 }] })
    expect(await failureOf({ port: 2500 }, own)).toBe('forbidden')
  })
})

const authority = await createAuthority()

describe('TLS on a connection', () => {
  const trusting = netOf({ ca: authority.ca })

  async function encrypt(
    names: string[],
    { from = trusting, validity = undefined as { from: Date; until: Date } | undefined } = {},
  ) {
    const { key, cert } = await authority.issue(names, validity)
    const port = await serverThat((socket) => {
      socket.write('220 go ahead')
      socket.once('data', () => {
        const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ key, cert }) })
        secure.on('error', () => undefined)
        secure.on('data', (data: Buffer) => secure.write(`encrypted ${data}`))
        socket.write('ready')
      })
    })
    const connected = await from.connect({ address: '127.0.0.1', port, timeoutMs: 60_000 })
    if ('failure' in connected) throw new Error(connected.detail)
    const { stream } = connected
    await stream.read(60_000)
    stream.write(bytes('STARTTLS'))
    await stream.read(60_000)
    const encryption = await stream.startTls('mx.test', 60_000)
    stream.write(bytes('EHLO'))
    const echo = text(await stream.read(60_000))
    stream.close()
    return { encryption, echo }
  }

  test('is trusted with a certificate of the name', async () => {
    const { encryption, echo } = await encrypt(['mx.test'])
    expect([encryption.isEncrypted, encryption.isTrusted, encryption.problem]).toEqual([true, true, undefined])
    expect(encryption.protocol).toMatch(/^TLSv1\.[23]$/)
    expect(echo).toBe('encrypted EHLO')
  })
  test('continues untrusted with a certificate of another name, an unknown CA, or expired, and reports it', async () => {
    const expired = { from: daysFromNow(-9), until: daysFromNow(-2) }
    const cases = [
      await encrypt(['other.test']),
      await encrypt(['mx.test'], { from: net }),
      await encrypt(['mx.test'], { validity: expired }),
    ]
    for (const { encryption, echo } of cases) {
      expect([encryption.isEncrypted, encryption.isTrusted]).toEqual([true, false])
      expect(encryption.problem?.length).toBeGreaterThan(5)
      expect(echo).toBe('encrypted EHLO')
    }
  })
  test('that fails leaves nothing to read', async () => {
    const manners: ((socket: Socket) => void)[] = [
      (socket) => socket.write('this is no handshake at all, is it?'),
      (socket) => socket.end(),
      () => {},
    ]
    for (const does of manners) {
      const port = await serverThat((socket) => socket.once('data', () => does(socket)))
      const stream = await open({ port })
      stream.write(bytes('STARTTLS'))
      const { isEncrypted, problem } = await stream.startTls('mx.test', 100)
      expect([isEncrypted, problem === undefined]).toEqual([false, false])
      expect(await stream.read(60_000)).toBe('closed')
    }
  })
})

describe('through a SOCKS5 proxy', () => {
  test('the checked IP address is requested, and the remote end responds', async () => {
    const port = await serverThat((socket) => socket.write('220 behind'))
    const proxy = await startSocksProxy()
    const stream = await open({ port, via: { host: 'localhost', port: proxy.port } })
    expect(text(await stream.read(60_000))).toBe('220 behind')
    expect(proxy.requestedTargets).toEqual([`127.0.0.1:${port}`])
  })
  test('IPv6 goes as sixteen bytes', async () => {
    const proxy = await startSocksProxy({ reply: 4 })
    await failureOf({ address: '2606:4700::1111', port: 25, via: { host: '127.0.0.1', port: proxy.port } })
    expect(proxy.requestedTargets).toEqual(['4 26064700000000000000000000001111:25'])
  })
  test('user and password are given where they are wanted', async () => {
    const port = await serverThat((socket) => socket.write('220 behind'))
    const proxy = await startSocksProxy({ user: 'us', password: 'p:ä' })
    const via = { host: '127.0.0.1', port: proxy.port, user: 'us' }
    expect(text(await (await open({ port, via: { ...via, password: 'p:ä' } })).read(60_000))).toBe('220 behind')
    expect(await failureOf({ port, via: { ...via, password: 'wrong' } })).toBe('proxy')
    expect(await failureOf({ port, via: { host: '127.0.0.1', port: proxy.port } })).toBe('proxy')
  })
  const failures: [name: string, manner: Parameters<typeof startSocksProxy>[0], failure: string][] = [
    ['refused', { reply: 5 }, 'refused'],
    ['no way to the host', { reply: 4 }, 'unreachable'],
    ['against the rules of the proxy', { reply: 2 }, 'proxy'],
    ['something unheard of', { reply: 99 }, 'proxy'],
    ['silence', { reply: 'silence' }, 'timeout'],
    ['no SOCKS at all', { noise: 'HTTP/1.1 400 Bad Request\r\n\r\n' }, 'proxy'],
  ]
  test.each(failures)('%s is reported as a proxy failure', async (_name, manner, failure) => {
    const proxy = await startSocksProxy(manner)
    const timeoutMs = failure === 'timeout' ? 200 : 60_000
    expect(await failureOf({ port: 25, timeoutMs, via: { host: '127.0.0.1', port: proxy.port } })).toBe(
      failure as never,
    )
  })
  test('an unreachable proxy is not reported as a failure of the remote end', async () => {
    expect(await failureOf({ port: 25, via: { host: '127.0.0.1', port: 9 } })).toBe('proxy')
    expect(await failureOf({ port: 25, via: { host: 'proxy.invalid', port: 9 } })).toBe('proxy')
  })
  test('is written as a URL', () => {
    expect(readProxy('socks5://10.0.0.9')).toEqual({ host: '10.0.0.9', port: 1080 })
    expect(readProxy('socks5h://u%40x:p%3Aw@[2001:db8::1]:99')).toEqual({
      host: '2001:db8::1',
      port: 99,
      user: 'u@x',
      password: 'p:w',
    })
  })
})
