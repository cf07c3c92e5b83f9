/** Names of organizations and dates of registration, read from what home pages and registries answer. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  readBootstrap,
  readRegistration,
  readSiteName,
  serverFor,
} from '../../../src/deliverability/organization/index.ts'

test.each([
  ['the name of the site', '<meta property="og:site_name" content="Ito &amp; Sons">', 'Ito & Sons'],
  ['attributes in any order', "<META content='Ito' property=og:site_name >", 'Ito'],
  [
    'an organisation in structured data, which goes first',
    '<meta property="og:site_name" content="Shop"><script type="application/ld+json">' +
      '{"@graph":[{"@type":"WebSite","name":"Home"},{"@type":["Corporation"],"name":"Ito GmbH"}]}</script>',
    'Ito GmbH',
  ],
  ['structured data that cannot be read', '<script type="application/ld+json">{"@type":</script>', undefined],
  ['a page without any', '<title>Ito</title>', undefined],
  ['a name of nothing', '<meta property="og:site_name" content=" &#0; ">', undefined],
])('%s', (_name, html, name) => {
  expect(readSiteName(html)).toBe(name as never)
})

test('servers of top-level domains are those that are reached by HTTPS', () => {
  const text = JSON.stringify({
    services: [
      [
        ['com', 'NET'],
        ['http://rdap.test/', 'https://rdap.test/'],
      ],
      [['old'], ['http://old.test/']],
      'nonsense',
    ],
  })
  expect([...readBootstrap(text)]).toEqual([
    ['com', 'https://rdap.test/'],
    ['net', 'https://rdap.test/'],
  ])
})

test('the server of a domain is that of its longest ending', () => {
  const servers = new Map([
    ['uk', 'https://uk.test/'],
    ['co.uk', 'https://co.uk.test/'],
  ])
  expect(['a.co.uk', 'a.org.uk', 'co.uk', 'a.test'].map((domain) => serverFor(domain, servers))).toEqual([
    'https://co.uk.test/',
    'https://uk.test/',
    'https://co.uk.test/',
    undefined,
  ])
})

// The members that RFC 9083 shows for a domain in its section 5.3, and the events of its section 4.5.
test('a response in the form of RFC 9083 is parsed', () => {
  const answer = {
    rdapConformance: ['rdap_level_0'],
    objectClassName: 'domain',
    handle: 'XXXX',
    ldhName: 'xn--fo-5ja.example',
    unicodeName: 'fóo.example',
    status: ['locked', 'transfer prohibited'],
    events: [
      { eventAction: 'last changed', eventDate: '1991-12-31T23:59:59Z', eventActor: 'joe@example.com' },
      { eventAction: 'registration', eventDate: '1990-12-31T23:59:59Z' },
      { eventAction: 'expiration', eventDate: '2035-12-31T23:59:59Z' },
    ],
    entities: [
      {
        objectClassName: 'entity',
        handle: 'XXXX',
        vcardArray: [
          'vcard',
          [
            ['version', {}, 'text', '4.0'],
            ['fn', {}, 'text', 'Joe User'],
            ['kind', {}, 'text', 'individual'],
            ['org', { type: 'work' }, 'text', 'Example'],
            ['tel', { type: ['work', 'voice'], pref: '1' }, 'uri', 'tel:+1-555-555-1234;ext=102'],
          ],
        ],
        roles: ['registrant'],
      },
    ],
  }
  const registeredAt = Date.UTC(1990, 11, 31, 23, 59, 59)
  expect(readRegistration(JSON.stringify(answer))).toEqual({ registeredAt, organization: 'Example' })
  const again = { eventAction: 'reregistration', eventDate: '2024-05-01T00:00:00+02:00' }
  const later = { ...answer, events: [...answer.events, again] }
  expect(readRegistration(JSON.stringify(later))?.registeredAt).toBe(Date.UTC(2024, 3, 30, 22))
  expect(readRegistration(JSON.stringify({ ...answer, events: [{ eventAction: 'registration' }] }))).toEqual({
    organization: 'Example',
  })
})

test('a registry returns registration date and registrant, unless redacted', () => {
  const answer = (org: unknown) =>
    JSON.stringify({
      objectClassName: 'domain',
      events: [{ eventAction: 'registration', eventDate: '2001-02-03T04:05:06Z' }],
      entities: [{ roles: ['registrant'], vcardArray: ['vcard', [['org', {}, 'text', org]]] }],
    })
  const registeredAt = Date.UTC(2001, 1, 3, 4, 5, 6)
  expect(readRegistration(answer('Ito GmbH'))).toEqual({ registeredAt, organization: 'Ito GmbH' })
  expect(readRegistration(answer(['Ito GmbH', 'Mail']))).toEqual({ registeredAt, organization: 'Ito GmbH' })
  expect(readRegistration(answer('REDACTED FOR PRIVACY'))).toEqual({ registeredAt })
  expect(readRegistration('{"errorCode":404}')).toBeUndefined()
})

test('no response makes parsing throw', () => {
  const known = fc.constantFrom('services', 'objectClassName', 'entities', 'events', 'vcardArray', 'roles')
  const json = fc
    .dictionary(known, fc.jsonValue())
    .map((value) => JSON.stringify({ ...value, objectClassName: 'domain' }))
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), json), (text) => {
      readBootstrap(text)
      readRegistration(text)
      readSiteName(
        `<script type="application/ld+json">${text}</script><meta property="og:site_name" content="${text}">`,
      )
    }),
  )
})
