/** Values in URLs: encoded as each target can, by its engine where there is one. */
import { describe, expect, test } from 'bun:test'
import { decodeEntities } from '../../../src/email/document/index.ts'
import { type Provider, extendProvider, providers } from '../../../src/email/esp/index.ts'
import { addUtmToDocument } from '../../../src/email/utm/index.ts'
import { type Engine, dataOf, dialects, engines } from './engines.ts'
import { read, write } from './everything.ts'

const provider = (id: string) => providers.get(id) as Provider
const values = { q: 'a b&c=d', city: 'x y', place: 'https://whole.example/?a=1&b=2' }
const fields = { ...Object.fromEntries(Object.keys(values).map((name) => [name, name])), gone: 'gone', email: 'email' }
const link = (href: string) => read([{ type: 'button', label: 'Go', href }])
const written = (id: string, href: string) => write(link(href), provider(id), { fields })
const hrefIn = (html: string) => /<a [^>]*href="([^"]*)"/.exec(html)?.[1] ?? ''

const readable = [...providers.values()].filter(({ family, id }) => engines[family] !== undefined && !dialects.has(id))
const encoding = readable.filter(
  ({ id }) => !written(id, 'https://x.example/?q={{ q }}').codes.includes('TARGET_URL_NOT_ENCODED'),
)

test('at least 30 targets with an engine here encode values', () => {
  expect(encoding.length).toBeGreaterThanOrEqual(30)
})

describe('the engine of the language encodes a value in a URL', () => {
  test.each(encoding.map((each) => [each.id, each] as const))('%s', (_id, each) => {
    const href = 'https://x.example/{{ city }}/end?q={{ q }}&d={{ gone | default: "e f&g" }}&last=1#{{ q }}'
    const { body, text } = write(link(href), each, { fields })
    const run = engines[each.family] as Engine
    const data = dataOf(each, values, [])
    const plain = /https:\/\/x\.example\S*/.exec(run(text, data))?.[0] ?? ''
    for (const url of [new URL(decodeEntities(hrefIn(run(body, data)))), new URL(plain)]) {
      expect(url.searchParams.get('q')).toBe('a b&c=d')
      expect(url.searchParams.get('last')).toBe('1')
      if (each.fallback !== undefined || each.defaults === 'via-conditional')
        expect(url.searchParams.get('d')).toBe('e f&g')
      expect(decodeURIComponent(url.pathname)).toBe('/x y/end')
    }
    const whole = hrefIn(run(write(link('{{ place }}'), each, { fields }).body, data))
    expect(decodeEntities(whole)).toBe(values.place)
  })
})

describe('the engine of the language encodes values in campaign parameters', () => {
  const utm = { source: 'news & more', content: '{{ q }}', term: '{{ gone | default: "e f&g" }}' }
  test.each(encoding.map((each) => [each.id, each] as const))('%s', (_id, each) => {
    const document = addUtmToDocument(link('https://x.example/{{ city }}?utm_source={{ city }}#end'), utm, true)
    const { body } = write(document, each, { fields })
    const run = engines[each.family] as Engine
    const { hash, searchParams } = new URL(decodeEntities(hrefIn(run(body, dataOf(each, values, [])))))
    expect(hash).toBe('#end')
    expect(searchParams.getAll('utm_source')).toEqual(['x y'])
    expect(searchParams.get('utm_content')).toBe('a b&c=d')
    if (each.fallback !== undefined || each.defaults === 'via-conditional')
      expect(searchParams.get('utm_term')).toBe('e f&g')
  })
})

const tags: [id: string, tag: string][] = [
  ['customerio', '{{ customer.q | url_encode }}'],
  ['klaviyo', '{{ person.q|urlencode }}'],
  ['mailchimp', '*|URL:Q|*'],
  ['iterable', '{{#urlEncode}}{{{q}}}{{/urlEncode}}'],
  ['salesforce-marketing-cloud', '%%=URLEncode([q],1,1)=%%'],
  ['cordial', "{$contact.q|escape:'url'}"],
  // Go knows by itself that it writes into a URL.
  ['listmonk', '{{ .Subscriber.Attribs.q }}'],
]
test.each(tags)('%s has a syntax for URL encoding', (id, tag) => {
  const map = { q: id === 'mailchimp' ? 'Q' : 'q' }
  const { body, codes } = write(link('https://x.example/?q={{ q }}'), provider(id), { fields: map })
  expect(hrefIn(body)).toBe(`https://x.example/?q=${tag}`)
  expect(codes).not.toContain('TARGET_URL_NOT_ENCODED')
})

test('in plain text, Go templates encode explicitly', () => {
  expect(written('listmonk', 'https://x.example/?q={{ q }}').text).toContain(
    '?q={{ .Subscriber.Attribs.q | urlquery }}',
  )
})

test.each(['sendgrid', 'activecampaign', 'hubspot', 'mailersend'])('%s cannot encode, which is a warning', (id) => {
  expect(written(id, 'https://x.example/?q={{ q }}').codes).toContain('TARGET_URL_NOT_ENCODED')
  expect(written(id, '{{ place }}').codes).not.toContain('TARGET_URL_NOT_ENCODED')
  expect(written(id, 'https://{{ city }}/').codes).not.toContain('TARGET_URL_NOT_ENCODED')
})

test('a value that the author encodes, or marks as encoded, is encoded once', () => {
  expect(hrefIn(written('customerio', 'https://x.example/?q={{ q | url_encode }}').body)).toBe(
    'https://x.example/?q={{ customer.q | url_encode | escape }}',
  )
  expect(hrefIn(written('customerio', 'https://x.example/?q={{ q | raw }}').body)).not.toContain('url_encode')
})

test('samples that replace a loop are encoded', () => {
  const rows = read([
    {
      type: 'button',
      label: 'Go',
      href: 'https://x.example/?q={{ item.title }}',
      each: { in: 'items', as: 'item', sample: 1 },
    },
  ])
  const fields = [{ ...rows.fields[0], path: 'items', type: 'list' as const, sample: [{ title: 'a b&c' }] }]
  expect(hrefIn(write({ ...rows, fields }, provider('mailchimp')).body)).toBe('https://x.example/?q=a%20b%26c')
})

test('the encoding of a custom target with its own field syntax is unknown unless declared', () => {
  const own = { id: 'own', name: 'Own', overrides: { field: '<<{NAME}>>' } }
  const href = 'https://x.example/?q={{ customer_number }}'
  const extended = extendProvider(provider('mailchimp'), own)
  const { body, codes } = write(link(href), extended, { fields })
  expect(hrefIn(body)).toBe('https://x.example/?q=<<customer_number>>')
  expect(codes).toContain('TARGET_URL_NOT_ENCODED')
  const notified = { ...own, overrides: { ...own.overrides, urlEncoded: '<<url {NAME}>>' } }
  expect(hrefIn(write(link(href), extendProvider(provider('mailchimp'), notified), { fields }).body)).toContain(
    '<<url customer_number>>',
  )
})
