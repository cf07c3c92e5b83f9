import { describe, expect, test } from 'bun:test'
import { networkInterfaces } from 'node:os'
import { createPolicy, refusalOf } from '../../../src/platform/net/index.ts'

const nothingOpen = createPolicy({ allow: [], ownAddresses: [] })
const everythingOpen = createPolicy({ allow: ['0.0.0.0/0', '::/0'], ownAddresses: [] })

/** Every address, and what it is when nothing is opened and when everything is. */
const addresses: Record<string, readonly string[]> = {
  'public, forbidden never': [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.0.9',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450:4001:829::200e',
    '64:ff9b::808:808',
    '::ffff:8.8.8.8',
    '2001:4:112::1',
  ],
  'forbidden until opened': [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.0',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.0.0',
    '169.254.255.255',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.0',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.0',
    '192.168.255.255',
    '198.18.0.0',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::2',
    '1::1',
    '100::1',
    '100:0:0:1::1',
    '2001:2::1',
    '2001:10::1',
    '2001:db8::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fdff::1',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'ff02::1',
    // IPv4 inside IPv6: mapped, translated, compatible, NAT64, 6to4, Teredo (client and server), ISATAP.
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:0:127.0.0.1',
    '::127.0.0.1',
    '::8.8.8.8',
    '64:ff9b::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '64:ff9b:1:a00:0:100::',
    '2002:7f00:1::1',
    '2002:808:808::1',
    '2001:0:4136:e378:8000:63bf:f5ff:fffe',
    '2001:0:a00:1:0:0:f7f7:f7f7',
    '2a00:1450::5efe:10.0.0.1',
    '2a00:1450::200:5efe:127.0.0.1',
  ],
  'metadata: forbidden until opened by itself': [
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '::169.254.169.254',
    '2a00:1450::5efe:169.254.169.254',
  ],
}

describe('addresses', () => {
  for (const address of addresses['public, forbidden never'] ?? [])
    test(`${address} is public`, () => {
      expect([nothingOpen.evaluate(address), everythingOpen.evaluate(address)]).toEqual(['public', 'allowed'])
    })
  for (const address of addresses['forbidden until opened'] ?? [])
    test(`${address} is forbidden until it is opened`, () => {
      expect([nothingOpen.evaluate(address), everythingOpen.evaluate(address)]).toEqual(['forbidden', 'allowed'])
    })
  for (const address of addresses['metadata: forbidden until opened by itself'] ?? [])
    test(`${address} leads to credentials, and no network opens it`, () => {
      expect([nothingOpen.evaluate(address), everythingOpen.evaluate(address)]).toEqual(['forbidden', 'forbidden'])
    })
  test('a metadata address opens when it is listed by itself', () => {
    const policy = createPolicy({ allow: ['169.254.169.254/32', 'fd00:ec2::254'], ownAddresses: [] })
    expect(
      ['169.254.169.254', '::ffff:169.254.169.254', 'fd00:ec2::254', '169.254.169.253'].map(policy.evaluate),
    ).toEqual(['allowed', 'allowed', 'allowed', 'forbidden'])
  })
  test('an opened network opens what maps to it, and not what a translator would carry there', () => {
    const policy = createPolicy({ allow: ['10.0.0.0/8'], ownAddresses: [] })
    expect(['10.1.2.3', '::ffff:10.1.2.3', '11.0.0.1', '192.168.0.1', '2002:a01:203::1'].map(policy.evaluate)).toEqual([
      'allowed',
      'allowed',
      'public',
      'forbidden',
      'forbidden',
    ])
  })
  test('what is no address is forbidden', () => {
    expect(
      ['', 'localhost', '1.2.3', '01.2.3.4', 'fe80::1%eth0', '::1%1', '1.2.3.4/8'].map(nothingOpen.evaluate),
    ).toEqual(Array.from({ length: 7 }, () => 'forbidden'))
  })
  test('a list that is not in CIDR form is refused at once', () => {
    expect(() => createPolicy({ allow: ['example.com'], ownAddresses: [] })).toThrow('not a network in CIDR form')
  })
})

describe('the service itself', () => {
  const own = (host: string) => createPolicy({ allow: ['0.0.0.0/0', '::/0'], ownAddresses: [{ host, port: 3009 }] })
  const cases: [host: string, address: string, port: number, isOwn: boolean][] = [
    ['127.0.0.1', '127.0.0.1', 3009, true],
    ['127.0.0.1', '127.0.0.1', 3010, false],
    ['127.0.0.1', '0.0.0.0', 3009, true],
    ['127.0.0.1', '::', 3009, true],
    ['127.0.0.1', '::ffff:127.0.0.1', 3009, true],
    ['127.0.0.1', '64:ff9b::7f00:1', 3009, true],
    ['127.0.0.1', '127.0.0.2', 3009, false],
    ['127.0.0.1', '::1', 3009, false],
    ['0.0.0.0', '127.3.2.1', 3009, true],
    ['0.0.0.0', '::1', 3009, true],
    ['::', '127.0.0.1', 3009, true],
    ['::', '8.8.8.8', 3009, false],
    ['localhost', '127.0.0.1', 3009, true],
    ['10.1.2.3', '10.1.2.3', 3009, true],
  ]
  for (const [host, address, port, isOwn] of cases)
    test(`listening on ${host}, ${address} port ${port} is ${isOwn ? 'never' : 'not'} ${isOwn ? 'called' : 'its own'}`, () => {
      expect(own(host).isOwn(address, port)).toBe(isOwn)
    })
  test('a wildcard covers every address of this machine', () => {
    const found = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
    for (const { address } of found) expect(own('0.0.0.0').isOwn(address, 3009)).toBe(true)
  })
  test('its URL is refused although everything is open', () => {
    expect(refusalOf('http://127.0.0.1:3009/', own('0.0.0.0'))).toBe('This IP address belongs to this service.')
  })
})

describe('URLs, before anything is resolved', () => {
  const loopback = createPolicy({ allow: ['127.0.0.0/8', '::1/128'], ownAddresses: [] })
  const spellings = [
    'http://127.0.0.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://127.0.1/',
    'http://127.0.0.1./',
    'http://127.0.0.1:80/',
    'http:127.0.0.1',
    'http:\\\\127.0.0.1\\',
    'http://①②⑦.0.0.1/',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    ' http://127.0.0.1/ ',
    'ht\ntp://127.0.0.1/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
  ]
  for (const url of spellings)
    test(`${JSON.stringify(url)} is loopback: refused, and open where loopback is`, () => {
      expect([refusalOf(url, nothingOpen), refusalOf(url, loopback)]).toEqual([
        'This IP address is not public.',
        undefined,
      ])
    })

  const refused: [url: string, says: string][] = [
    ['https://169.254.169.254/latest/meta-data', 'not public'],
    ['https://[fd00:ec2::254]/', 'not public'],
    ['https://2852039166/', 'not public'],
    ['https://10.0.0.1/', 'not public'],
    ['https://0/', 'not public'],
    ['https://[64:ff9b::10.0.0.1]/', 'not public'],
    ['http://8.8.8.8/', 'https only'],
    ['http://example.com/', 'must start with https://'],
    ['ftp://example.com/', 'must start with https://'],
    ['file:///etc/passwd', 'must start with https://'],
    ['data:text/plain,x', 'must start with https://'],
    ['s3://bucket/key', 'must start with https://'],
    ['javascript:alert(1)', 'must start with https://'],
    ['blob:https://example.com/x', 'must start with https://'],
    ['unix:/run/x.sock', 'must start with https://'],
    ['https://user@example.com/', 'user name'],
    ['https://:secret@example.com/', 'user name'],
    ['https://example.com:22/', 'port'],
    ['https://example.com:25/', 'port'],
    ['https://example.com:1023/', 'port'],
    ['https://example.com:0/', 'port'],
    ['https://example.com:65536/', 'not a URL'],
    ['https://', 'not a URL'],
    ['//example.com/', 'not a URL'],
    ['example.com', 'not a URL'],
    ['', 'not a URL'],
    ['https://exa mple.com/', 'not a URL'],
    ['https://[fe80::1%25eth0]/', 'not a URL'],
    ['https://1.2.3.4.5/', 'not a URL'],
    ['https://256.1.1.1/', 'not a URL'],
    ['https://a..b/', 'not a valid name'],
    ['https://-a.test/', 'not a valid name'],
    [`https://${'a'.repeat(64)}.test/`, 'not a valid name'],
    [`https://${'a.'.repeat(130)}test/`, 'not a valid name'],
    ['https://a!b.test/', 'not a valid name'],
    [`https://example.com/${'x'.repeat(9000)}`, 'not a URL'],
  ]
  for (const [url, says] of refused)
    test(`${JSON.stringify(url.slice(0, 60))} is refused: ${says}`, () => {
      expect(refusalOf(url, nothingOpen)).toContain(says)
    })

  const accepted = [
    'https://example.com/',
    'https://example.com./hook?x=1#y',
    'https://EXAMPLE.com:443/',
    'https://example.com:80/',
    'https://example.com:1024/',
    'https://example.com:65535/',
    'https://bücher.example/',
    'https://my_service.internal/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
  ]
  for (const url of accepted)
    test(`${url} may be registered`, () => {
      expect(refusalOf(url, nothingOpen)).toBeUndefined()
    })
  test('http to a name may be registered once something is open: its addresses decide later', () => {
    expect(refusalOf('http://receiver.internal:8080/', loopback)).toBeUndefined()
    expect(refusalOf('http://8.8.8.8/', loopback)).toBe('This IP address is reached over https only.')
  })
})
