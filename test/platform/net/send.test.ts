import { describe, expect, test } from 'bun:test'
import { startDnsServer } from '../../support/dns-server.ts'
import { answer, failureOf, hasIpv6, netOf, requestTo, startReceiver } from './receivers.ts'

const answering = (text: string) => startReceiver((socket) => socket.write(text))

describe('a request', () => {
  test('arrives as it was given, with the name it was sent to', async () => {
    const receiver = await answering(answer(201, 'thanks', 'X-One: 1\r\nx-two:  a \r\nX-Two: b\r\n'))
    const sent = await netOf().send(
      requestTo(`http://Localhost.:${receiver.port}/hook?a=b#c`, {
        body: 'größe',
        headers: { 'content-type': 'text/plain', 'User-Agent': 'test/1' },
      }),
    )
    expect(receiver.requests).toEqual([
      `POST /hook?a=b HTTP/1.1\r\nHost: localhost:${receiver.port}\r\ncontent-type: text/plain\r\nUser-Agent: test/1\r\n` +
        `Accept: */*\r\nContent-Length: 7\r\n\r\n${Buffer.from('größe').toString('latin1')}`,
    ])
    expect(sent).toMatchObject({ status: 201, isCut: false, address: '127.0.0.1' })
    expect(sent.headers).toMatchObject({ 'x-one': '1', 'x-two': 'a, b' })
    expect(Buffer.from(sent.body).toString()).toBe('thanks')
  })
  test('carries bytes unchanged, and no body where there is none', async () => {
    const receiver = await answering(answer(204))
    const { send } = netOf()
    const url = `http://127.0.0.1:${receiver.port}/`
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
    await send(requestTo(url, { body: bytes }))
    await send(requestTo(url, { method: 'GET' }))
    await send(requestTo(url))
    expect(receiver.requests[0]?.endsWith(Buffer.from(bytes).toString('latin1'))).toBe(true)
    expect(receiver.requests[1]).not.toContain('Content-Length')
    expect(receiver.requests[2]).toContain('Content-Length: 0\r\n')
  })
  test('of a large body arrives whole, whatever the pace of the receiver', async () => {
    const receiver = await answering(answer(200))
    const body = 'x'.repeat(8 * 1024 * 1024)
    await netOf().send(requestTo(`http://127.0.0.1:${receiver.port}/`, { body }))
    expect(receiver.requests[0]?.length).toBeGreaterThan(body.length)
  })
  test('cannot be given another host, length or framing by its headers', async () => {
    const receiver = await answering(answer(200))
    const headers = { Host: 'evil.test', 'content-length': '999', 'Transfer-Encoding': 'chunked', connection: 'close' }
    await netOf().send(requestTo(`http://127.0.0.1:${receiver.port}/`, { headers, body: 'x' }))
    expect(receiver.requests[0]).toMatch(/^POST \/ HTTP\/1\.1\r\nHost: 127\.0\.0\.1:\d+\r\nUser-Agent: svc\r\n/)
    expect(receiver.requests[0]).not.toMatch(/evil|999|chunked|close/)
  })
  const injections: Record<string, string>[] = [
    { 'x-a': 'b\r\nhost: evil.test' },
    { 'x-a': 'b\nx: y' },
    { 'x-a': 'b\0' },
    { 'x-a': 'ü' },
    { 'x-a\r\nx-b': 'c' },
    { 'x a': 'b' },
    { '': 'b' },
  ]
  for (const headers of injections)
    test(`with the header ${JSON.stringify(headers)} is not sent`, async () => {
      const receiver = await answering(answer(200))
      const pending = netOf().send(requestTo(`http://127.0.0.1:${receiver.port}/`, { headers }))
      expect(await failureOf(pending)).toContain('protocol: The header ')
      expect(receiver.connections()).toBe(0)
    })
  test.if(hasIpv6)('over IPv6 loopback works, with the address in brackets', async () => {
    const receiver = await startReceiver((socket) => socket.write(answer(200)), '::1')
    const sent = await netOf().send(requestTo(`http://[::1]:${receiver.port}/`))
    expect([sent.status, sent.address]).toEqual([200, '::1'])
    expect(receiver.requests[0]).toContain(`Host: [::1]:${receiver.port}\r\n`)
  })
  test('takes no proxy from the environment', async () => {
    const [proxy, receiver] = [await answering(answer(500)), await answering(answer(200))]
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`
    try {
      expect((await netOf().send(requestTo(`http://127.0.0.1:${receiver.port}/`))).status).toBe(200)
      expect(proxy.connections()).toBe(0)
    } finally {
      for (const name of names) delete process.env[name]
    }
  })
  test('is counted by how it ended', async () => {
    const { send, metrics } = netOf()
    await failureOf(send(requestTo('ftp://example.com')))
    await send(requestTo(`http://127.0.0.1:${(await answering(answer(200))).port}/`))
    expect(metrics.print()).toContain('svc_outbound_requests_total{outcome="invalid_url"} 1')
    expect(metrics.print()).toContain('svc_outbound_requests_total{outcome="answered"} 1')
  })
})

describe('connections', () => {
  test('are used again, apart by name', async () => {
    const receiver = await answering(answer(200))
    const { send } = netOf()
    for (const host of ['a.localhost', 'a.localhost', 'b.localhost', 'a.localhost'])
      await send(requestTo(`http://${host}:${receiver.port}/`))
    expect([receiver.requests.length, receiver.connections()]).toEqual([4, 2])
  })
  test('are not used again after an answer that says close, is HTTP/1.0 or has no length', async () => {
    for (const text of [
      answer(200, '', 'Connection: close\r\n'),
      'HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n',
      `${answer(200)}HTTP/1.1 200 Smuggled\r\n\r\n`,
    ]) {
      const receiver = await answering(text)
      const { send } = netOf()
      for (let i = 0; i < 2; i++) await send(requestTo(`http://127.0.0.1:${receiver.port}/`))
      expect(receiver.connections()).toBe(2)
    }
  })
  test('closed by the server while they wait cost nothing', async () => {
    const receiver = await startReceiver((socket) => socket.end(answer(200)))
    const { send } = netOf()
    for (let i = 0; i < 5; i++) {
      expect((await send(requestTo(`http://127.0.0.1:${receiver.port}/`, { body: 'x' }))).status).toBe(200)
      while (receiver.openConnections() > 0) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(receiver.requests.length).toBe(5)
  })
  test('that say something unasked while they wait are closed: nobody takes it for an answer', async () => {
    const sockets: { write(text: string): void }[] = []
    const receiver = await startReceiver((socket, _request, number) => {
      sockets.push(socket)
      socket.write(answer(200, `true ${number}`))
    })
    const { send } = netOf()
    const url = `http://127.0.0.1:${receiver.port}/`
    await send(requestTo(url))
    sockets[0]?.write(answer(200, 'poison'))
    while (receiver.openConnections() > 0) await new Promise((resolve) => setImmediate(resolve))
    expect(Buffer.from((await send(requestTo(url))).body).toString()).toBe('true 2')
  })
  test('that die under a POST fail it: it is never sent twice', async () => {
    const receiver = await startReceiver((socket, _request, number) =>
      number === 1 ? socket.write(answer(200)) : socket.destroy(),
    )
    const { send } = netOf()
    const url = `http://127.0.0.1:${receiver.port}/`
    await send(requestTo(url, { body: 'first' }))
    expect(await failureOf(send(requestTo(url, { body: 'second' })))).toBe(
      'protocol: The server closed the connection before responding.',
    )
    expect(receiver.requests.length).toBe(2)
  })
  test('that die under a GET are replaced, for it is safe to repeat', async () => {
    const receiver = await startReceiver((socket, _request, number) =>
      number === 2 ? socket.destroy() : socket.write(answer(200)),
    )
    const { send } = netOf()
    const url = `http://127.0.0.1:${receiver.port}/`
    for (let i = 0; i < 2; i++) expect((await send(requestTo(url, { method: 'GET' }))).status).toBe(200)
    expect([receiver.requests.length, receiver.connections()]).toEqual([3, 2])
  })
  test('to six hundred that never answer leave room for one that does', async () => {
    const [slow, quick] = [await startReceiver(() => undefined), await answering(answer(200))]
    const { send } = netOf()
    const stop = new AbortController()
    const waiting = Array.from({ length: 600 }, () =>
      failureOf(send(requestTo(`http://127.0.0.1:${slow.port}/`, { timeoutMs: 120_000, signal: stop.signal }))),
    )
    while (slow.requests.length < 600) await new Promise((resolve) => setImmediate(resolve))
    for (let i = 0; i < 20; i++) await send(requestTo(`http://127.0.0.1:${quick.port}/`))
    stop.abort()
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['aborted: The request was called off.']))
    while (slow.openConnections() > 0) await new Promise((resolve) => setImmediate(resolve))
  })
  test('to the next address are tried when one refuses', async () => {
    const receiver = await answering(answer(200))
    const dns = await startDnsServer((_name, type) => ({
      records: type === 'A' ? ['127.0.0.9', '127.0.0.8', '127.0.0.1'].map((data) => ({ type, data })) : [],
    }))
    const sent = await netOf({ dnsServers: [dns] }).send(requestTo(`http://many.test:${receiver.port}/`))
    expect(sent.address).toBe('127.0.0.1')
  })
})

describe('an address', () => {
  const local = (addresses: readonly string[]) => (_name: string, type: string) => ({
    records: type === 'A' ? addresses.map((data) => ({ type, data, ttl: 0 })) : [],
  })

  test('is resolved once, evaluated and dialled: a name that moves afterwards reaches nobody', async () => {
    const receiver = await startReceiver((socket) => socket.write(answer(200)), '0.0.0.0')
    const dns = await startDnsServer((_name, type, asked) => ({
      records: type === 'A' ? [{ type, data: asked === 0 ? '127.0.0.1' : '127.0.0.2', ttl: 0 }] : [],
    }))
    const { send } = netOf({ dnsServers: [dns], allow: ['127.0.0.1/32'] })
    const url = `http://rebinding.test:${receiver.port}/`
    expect((await send(requestTo(url))).address).toBe('127.0.0.1')
    expect(dns.questions.toSorted()).toEqual(['A rebinding.test', 'AAAA rebinding.test'])
    expect(await failureOf(send(requestTo(url)))).toBe(
      'blocked_address: The host has an IP address that is not public.',
    )
    expect(receiver.requests.length).toBe(1)
  })
  test('that is forbidden refuses the others beside it', async () => {
    const receiver = await answering(answer(200))
    const dns = await startDnsServer(local(['127.0.0.1', '10.0.0.1']))
    const pending = netOf({ dnsServers: [dns] }).send(requestTo(`http://mixed.test:${receiver.port}/`))
    expect(await failureOf(pending)).toStartWith('blocked_address')
    expect(receiver.connections()).toBe(0)
  })
  test('behind a chain of aliases is evaluated like any other', async () => {
    const dns = await startDnsServer((_name, type) => ({
      records:
        type === 'A'
          ? [
              { type: 'CNAME', data: 'public.example' },
              { type: 'CNAME', name: 'public.example', data: 'inside.example' },
              { type: 'A', name: 'inside.example', data: '10.0.0.1' },
            ]
          : [],
    }))
    expect(await failureOf(netOf({ dnsServers: [dns] }).send(requestTo('https://alias.test/')))).toStartWith(
      'blocked_address',
    )
  })
  test('in AAAA is evaluated beside one in A', async () => {
    const dns = await startDnsServer((_name, type) => ({
      records: [{ type, data: type === 'A' ? '127.0.0.1' : '::ffff:10.0.0.1' }],
    }))
    expect(await failureOf(netOf({ dnsServers: [dns] }).send(requestTo('https://six.test/')))).toStartWith(
      'blocked_address',
    )
  })
  test('of the service itself is not called, though loopback is open', async () => {
    const own = await answering(answer(200))
    const { send } = netOf({ ownAddresses: [{ host: '0.0.0.0', port: own.port }] })
    for (const host of ['127.0.0.1', 'localhost', '127.9.9.9', '[::1]', '[::ffff:127.0.0.1]'])
      expect(await failureOf(send(requestTo(`http://${host}:${own.port}/`)))).toContain('belongs to this service')
    expect(own.connections()).toBe(0)
  })
  test('in public space is called by https alone', async () => {
    const dns = await startDnsServer(local(['8.8.8.8']))
    expect(await failureOf(netOf({ dnsServers: [dns] }).send(requestTo('http://public.test/')))).toBe(
      'blocked_address: The host has an IP address that is reached over https only.',
    )
  })
  test('of localhost is enough when it is the only one open; a zone that mixes is refused', async () => {
    const receiver = await answering(answer(200))
    const dns = await startDnsServer((_name, type) => ({
      records: [{ type, data: type === 'A' ? '127.0.0.1' : '::1' }],
    }))
    const { send } = netOf({ dnsServers: [dns], allow: ['127.0.0.0/8'] })
    expect((await send(requestTo(`http://localhost:${receiver.port}/`))).address).toBe('127.0.0.1')
    expect(await failureOf(send(requestTo(`http://zone.test:${receiver.port}/`)))).toStartWith('blocked_address')
    expect(await failureOf(netOf({ allow: [] }).send(requestTo('https://localhost/')))).toStartWith('blocked_address')
  })
  test('of a name in Unicode is asked for by its ASCII form', async () => {
    const receiver = await answering(answer(200))
    const dns = await startDnsServer(local(['127.0.0.1']))
    await netOf({ dnsServers: [dns] }).send(requestTo(`http://BÜCHER.test:${receiver.port}/`))
    expect(dns.questions).toContain('A xn--bcher-kva.test')
    expect(receiver.requests[0]).toContain('Host: xn--bcher-kva.test:')
  })
  test('that cannot be found says why', async () => {
    const dns = await startDnsServer((name) =>
      name === 'empty.test' ? {} : { rcode: name === 'gone.test' ? 'NXDOMAIN' : 'SERVFAIL' },
    )
    const { send } = netOf({ dnsServers: [dns] })
    expect(await failureOf(send(requestTo('https://gone.test/')))).toBe('dns: The host name does not exist.')
    expect(await failureOf(send(requestTo('https://empty.test/')))).toBe('dns: The host name has no IP address.')
    expect(await failureOf(send(requestTo('https://broken.test/')))).toBe(
      'dns: The DNS server responded with an error.',
    )
    expect(await failureOf(netOf().send(requestTo('https://nobody.test/')))).toBe(
      'dns: No DNS server responded for the host name.',
    )
  })
})

describe('redirects', () => {
  const redirecting = (target: (number: number) => string) =>
    startReceiver((socket, request, number) =>
      socket.write(request.includes('/end') ? answer(200, 'end') : answer(302, '', `Location: ${target(number)}\r\n`)),
    )

  test('are the answer unless they were asked for', async () => {
    const receiver = await redirecting(() => 'http://169.254.169.254/latest/')
    const sent = await netOf().send(requestTo(`http://127.0.0.1:${receiver.port}/`, { method: 'GET' }))
    expect([sent.status, sent.headers['location']]).toEqual([302, 'http://169.254.169.254/latest/'])
  })
  test('are followed as often as asked, relative ones too', async () => {
    const receiver = await redirecting((number) => (number < 3 ? `/${number}` : 'end'))
    const url = `http://127.0.0.1:${receiver.port}/`
    const sent = await netOf().send(requestTo(url, { method: 'GET', redirects: 3 }))
    expect([sent.status, sent.url]).toEqual([200, `${url}end`])
    const endless = await redirecting(() => '/again')
    const last = await netOf().send(requestTo(`http://127.0.0.1:${endless.port}/`, { method: 'GET', redirects: 5 }))
    expect([last.status, endless.requests.length]).toEqual([302, 6])
  })
  test('are evaluated like the first URL', async () => {
    const { send } = netOf()
    const refusals: [location: string, kind: string][] = [
      ['http://169.254.169.254/latest/', 'blocked_address'],
      ['https://10.0.0.1/', 'blocked_address'],
      ['file:///etc/passwd', 'invalid_url'],
      ['http://user@127.0.0.1/', 'invalid_url'],
      ['http://127.0.0.1:22/', 'invalid_url'],
      ['http://[', 'protocol'],
    ]
    for (const [location, kind] of refusals) {
      const receiver = await redirecting(() => location)
      const pending = send(requestTo(`http://127.0.0.1:${receiver.port}/`, { method: 'GET', redirects: 5 }))
      expect(await failureOf(pending)).toStartWith(kind)
    }
  })
  test('take no credentials to another host, and no POST anywhere', async () => {
    const other = await answering(answer(200))
    const receiver = await redirecting(() => `http://127.0.0.1:${other.port}/`)
    const headers = { Authorization: 'Bearer x', cookie: 'a=b', 'x-kept': '1' }
    const { send } = netOf()
    const url = `http://127.0.0.1:${receiver.port}/`
    await send(requestTo(url, { method: 'GET', redirects: 1, headers }))
    expect(other.requests[0]).toContain('x-kept: 1')
    expect(other.requests[0]).not.toMatch(/authorization|cookie/i)
    expect((await send(requestTo(url, { redirects: 1, body: 'x' }))).status).toBe(302)
    expect(other.requests.length).toBe(1)
  })
})
