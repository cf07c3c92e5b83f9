/** Names of organisations and dates of registration, read from what home pages and registries answer. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readBootstrap, readRegistration, readSiteName } from '../../../src/engines/organisation/index.ts'

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

test('a registry says since when, and who, unless somebody hides it', () => {
  const answer = (org: unknown) =>
    JSON.stringify({
      objectClassName: 'domain',
      events: [{ eventAction: 'registration', eventDate: '2001-02-03T04:05:06Z' }],
      entities: [{ roles: ['registrant'], vcardArray: ['vcard', [['org', {}, 'text', org]]] }],
    })
  const registeredAt = Date.UTC(2001, 1, 3, 4, 5, 6)
  expect(readRegistration(answer('Ito GmbH'))).toEqual({ registeredAt, organisation: 'Ito GmbH' })
  expect(readRegistration(answer(['Ito GmbH', 'Mail']))).toEqual({ registeredAt, organisation: 'Ito GmbH' })
  expect(readRegistration(answer('REDACTED FOR PRIVACY'))).toEqual({ registeredAt })
  expect(readRegistration('{"errorCode":404}')).toBeUndefined()
})

test('whatever is answered, nothing is thrown', () => {
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
