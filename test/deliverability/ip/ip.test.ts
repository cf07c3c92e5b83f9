import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { dotted, isInNetwork, readIp, readable, reverseOf } from '../../../src/deliverability/ip/index.ts'

const ip = (text: string) => readIp(text) ?? []

test('an address is read in any spelling, and written in one', () => {
  expect(readable(ip('2001:DB8:0:0::1'))).toBe('2001:db8::1')
  expect(readable(ip('::ffff:192.0.2.7'))).toBe('192.0.2.7')
  expect(dotted(ip('::1')).startsWith('0.0.0.0')).toBe(true)
  for (const text of ['', '1.2.3', '1.2.3.256', '01.2.3.4', '1.2.3.4.', '::g', ':::', '1::2::3', '[::1]', '::1%eth0'])
    expect(readIp(text)).toBeUndefined()
})

test('the reverse name of an address is that of RFC 1035 and RFC 3596', () => {
  expect(reverseOf(ip('192.0.2.7'))).toBe('7.2.0.192.in-addr.arpa')
  expect(reverseOf(ip('2001:db8::1'))).toBe('1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa')
  expect(reverseOf(ip('1:2:3:4:5:6:7:8')).split('.')).toHaveLength(34)
})

test('a network contains the addresses with its prefix', () => {
  expect(isInNetwork(ip('192.0.2.129'), ip('192.0.2.128'), 25)).toBe(true)
  expect(isInNetwork(ip('192.0.2.127'), ip('192.0.2.128'), 25)).toBe(false)
  expect(isInNetwork(ip('8.8.8.8'), ip('192.0.2.128'), 0)).toBe(true)
  expect(isInNetwork(ip('2001:db8::1'), ip('2001:db8::'), 32)).toBe(true)
  expect(isInNetwork(ip('2001:db8::1'), ip('192.0.2.1'), 0)).toBe(false)
})

test('a printed address parses to itself', () => {
  fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => expect(ip(readable(ip(text)))).toEqual(ip(text))))
})
