import { describe, expect, test } from 'bun:test'
import { trustProxies } from '../../../src/platform/http/access/proxies.ts'

const networks = ['10.0.0.0/8', '127.0.0.1/32', 'fd00::/8']

const rows: [fact: string, peer: string, header: string | undefined, caller: string][] = [
  ['a proxy is believed about whom it speaks for', '10.0.0.1', '192.0.2.7', '192.0.2.7'],
  ['what the caller wrote himself is not', '10.0.0.1', '203.0.113.1, 192.0.2.7', '192.0.2.7'],
  ['proxies in a row are seen through', '127.0.0.1', '192.0.2.7, 10.1.1.1, 10.2.2.2', '192.0.2.7'],
  ['a caller inside of the network of proxies is himself', '10.0.0.1', '10.9.9.9', '10.9.9.9'],
  ['a proxy that says nothing is the caller', '10.0.0.1', undefined, '10.0.0.1'],
  ['anybody else is believed nothing', '198.51.100.1', '192.0.2.7', '198.51.100.1'],
  ['addresses have ports with some proxies', '10.0.0.1', '192.0.2.7:4711', '192.0.2.7'],
  ['so do those of IPv6', '10.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
  ['IPv6 may stand alone', 'fd00::1', '2001:db8::7', '2001:db8::7'],
  ['a connection over IPv6 may be one of IPv4', '::ffff:10.0.0.1', '192.0.2.7', '192.0.2.7'],
  ['what is no address ends what is believed', '10.0.0.1', '192.0.2.7, unknown, 10.2.2.2', '10.2.2.2'],
  ['so does what is longer than an address', '10.0.0.1', `192.0.2.7:${'1'.repeat(15_000)}`, '10.0.0.1'],
  ['an empty header says nothing', '10.0.0.1', '', '10.0.0.1'],
]

describe('behind proxies', () => {
  test.each(rows)('%s', (_, address, header, caller) => {
    const source = trustProxies(networks)?.({ requestIP: () => ({ address }) })
    const headers = header === undefined ? {} : { 'x-forwarded-for': header }
    expect(source?.requestIP(new Request('http://localhost/', { headers }))).toEqual({ address: caller })
  })

  test('there are none unless they were named', () => expect(trustProxies([])).toBeUndefined())

  test('a request without a socket has no address', () => {
    const source = trustProxies(networks)?.({ requestIP: () => null })
    expect(source?.requestIP(new Request('http://localhost/'))).toBeNull()
  })
})
