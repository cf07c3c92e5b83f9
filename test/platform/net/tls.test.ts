import { beforeAll, describe, expect, test } from 'bun:test'
import { type AddressInfo } from 'node:net'
import { type TLSSocket, createServer } from 'node:tls'
import { type Authority, type Identity, createAuthority, daysFromNow, selfSigned } from '../../support/certificates.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { startDnsServer } from '../../support/dns-server.ts'
import { answer, failureOf, hasIpv6, netOf, requestTo, startReceiver } from './receivers.ts'

let authority: Authority
let stranger: Authority

beforeAll(async () => {
  authority = await createAuthority()
  stranger = await createAuthority('Somebody else')
})

/** A TLS receiver on loopback; it notes the server name that each connection requested. */
async function startTls({ key, cert }: Identity, host = '127.0.0.1') {
  const names: (string | false | null)[] = []
  const server = createServer({ key, cert }, (socket: TLSSocket) => {
    names.push(socket.servername)
    socket.on('error', () => undefined)
    socket.on('data', () => socket.write(answer(200, 'secret')))
  })
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  cleanUp(() => server.close())
  return { port: (server.address() as AddressInfo).port, names }
}

async function netWithZone() {
  const dns = await startDnsServer((_name, type) => ({ records: type === 'A' ? [{ type, data: '127.0.0.1' }] : [] }))
  return netOf({ dnsServers: [dns], ca: authority.ca })
}

describe('a certificate', () => {
  test('for the name, from a known authority, is accepted; the name is asked for', async () => {
    const server = await startTls(await authority.issue(['a.test', '*.hooks.test']))
    const { send } = await netWithZone()
    expect((await send(requestTo(`https://a.test:${server.port}/`))).status).toBe(200)
    expect((await send(requestTo(`https://X.Hooks.Test.:${server.port}/`))).status).toBe(200)
    expect(server.names).toEqual(['a.test', 'x.hooks.test'])
  })
  const refused: [name: string, identity: () => Promise<Identity>, says: string][] = [
    ['for another name', () => authority.issue(['b.test']), 'is for another name'],
    ['for the address alone', () => authority.issue(['127.0.0.1']), 'is for another name'],
    ['for one level less', () => authority.issue(['*.test']), 'is for another name'],
    [
      'that has expired',
      () => authority.issue(['x.a.test'], { from: daysFromNow(-9), until: daysFromNow(-1) }),
      'has expired',
    ],
    [
      'that is not valid yet',
      () => authority.issue(['x.a.test'], { from: daysFromNow(1), until: daysFromNow(9) }),
      'is not valid yet',
    ],
    ['that vouches for itself', () => selfSigned('x.a.test'), 'is self-signed'],
    ['of an unknown authority', () => stranger.issue(['x.a.test']), 'was issued by nobody known here'],
  ]
  for (const [name, identity, says] of refused)
    test(`${name} is refused before a byte is sent`, async () => {
      const server = await startTls(await identity())
      const { send } = await netWithZone()
      const pending = send(requestTo(`https://x.a.test:${server.port}/`, { body: 'secret' }))
      expect(await failureOf(pending)).toBe(`tls: The certificate of the server ${says}.`)
    })
  test('of an authority that is not built in is refused where no other is given', async () => {
    const server = await startTls(await authority.issue(['a.localhost']))
    expect(await failureOf(netOf().send(requestTo(`https://a.localhost:${server.port}/`)))).toStartWith('tls: ')
  })
  test('is verified whatever the environment says', async () => {
    const server = await startTls(await stranger.issue(['a.localhost']))
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    try {
      expect(await failureOf(netOf().send(requestTo(`https://a.localhost:${server.port}/`)))).toStartWith('tls: ')
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    }
  })
  test.if(hasIpv6)('for an IPv6 address serves a URL with that address', async () => {
    const six = await startTls(await authority.issue(['::1']), '::1')
    const { send } = await netWithZone()
    expect((await send(requestTo(`https://[::1]:${six.port}/`))).status).toBe(200)
    expect(six.names.filter(Boolean)).toEqual([])
  })
  test('for an address serves a URL with that address, without a server name', async () => {
    const four = await startTls(await authority.issue(['127.0.0.1']))
    const named = await startTls(await authority.issue(['a.test']))
    const { send } = await netWithZone()
    expect((await send(requestTo(`https://127.0.0.1:${four.port}/`))).status).toBe(200)
    expect(await failureOf(send(requestTo(`https://127.0.0.1:${named.port}/`)))).toContain('is for another name')
    expect(four.names.filter(Boolean)).toEqual([])
  })
})

describe('a connection', () => {
  test('verified for one name is not used for another', async () => {
    const server = await startTls(await authority.issue(['a.test', 'c.test']))
    const { send } = await netWithZone()
    const url = (host: string) => `https://${host}:${server.port}/`
    await send(requestTo(url('a.test')))
    await send(requestTo(url('a.test')))
    expect(await failureOf(send(requestTo(url('b.test'))))).toContain('is for another name')
    await send(requestTo(url('c.test')))
    expect(server.names).toEqual(['a.test', 'c.test'])
  })
  test('to a server that speaks no TLS, closes or resets during the handshake says so', async () => {
    const { send } = await netWithZone()
    const listeners = [
      await Bun.listen({
        hostname: '127.0.0.1',
        port: 0,
        socket: { open: (s) => void s.write(answer(400)), data() {} },
      }),
      await Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { open: (s) => void s.end(), data() {} } }),
      await Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: (s) => s.terminate() } }),
    ]
    for (const listener of listeners) {
      expect(await failureOf(send(requestTo(`https://a.test:${listener.port}/`)))).toBe(
        'tls: The server did not complete the TLS handshake.',
      )
      listener.stop(true)
      expect(await failureOf(send(requestTo(`https://a.test:${listener.port}/`)))).toBe(
        'connect: The server refused the connection.',
      )
    }
  })
  test('that never finishes the handshake ends in time, and is closed', async () => {
    const silent = await startReceiver(() => undefined)
    const { send } = await netWithZone()
    const pending = send(requestTo(`https://a.test:${silent.port}/`, { timeoutMs: 300 }))
    expect(await failureOf(pending)).toBe('timeout: Nothing came within 0.3 s, while connecting.')
    while (silent.openConnections() > 0) await new Promise((resolve) => setImmediate(resolve))
  })
  test('that hangs gets company from the next address, and is closed when that one is ready', async () => {
    const good = await startTls(await authority.issue(['a.test']), '127.0.0.1')
    let isClosed = false
    const hanging = Bun.listen({
      hostname: '127.0.0.2',
      port: good.port,
      socket: {
        data() {},
        close() {
          isClosed = true
        },
      },
    })
    const dns = await startDnsServer((_name, type) => ({
      records: type === 'A' ? ['127.0.0.2', '127.0.0.1'].map((data) => ({ type, data })) : [],
    }))
    const { send } = netOf({ dnsServers: [dns], ca: authority.ca })
    expect((await send(requestTo(`https://a.test:${good.port}/`))).address).toBe('127.0.0.1')
    while (!isClosed) await new Promise((resolve) => setImmediate(resolve))
    hanging.stop(true)
  })
})
