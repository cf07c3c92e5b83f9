/** Conditions, indices and typed values as each kind of ESP reads them. */
import { expect, test } from 'bun:test'
import { type Provider, providers } from '../../../src/email/esp/index.ts'
import { read, write } from './everything.ts'

const provider = (id: string) => providers.get(id) as Provider
const map = Object.fromEntries(['points', 'vip', 'plan'].map((name) => [name, name]))
const written = (id: string, html: string, more: object = {}) =>
  write(read([{ type: 'text', text: `<p>${html}</p>`, ...more }]), provider(id), { fields: map })
const each = { in: 'items', as: 'item' }
const eq = (path: string, value: unknown) => ({ op: 'eq', path, value })

const closings: [id: string, open: string, close: string][] = [
  ['sendgrid', '{{#equals this.type "gift"}}', '{{/equals}}'],
  ['mailgun', '{{#equal this.type "gift"}}', '{{/equal}}'],
  ['iterable', "{{#ifEq this.type 'gift'}}", '{{/ifEq}}'],
  ['dynamics-365', "{{#if (eq this.type 'gift')}}", '{{/if}}'],
]
test.each(closings)('an equality in a loop has its own end tag in %s', (id, open, close) => {
  const { body } = written(id, '{{ item.title }}', { each, when: eq('item.type', 'gift') })
  expect(body).toContain(open)
  expect(body).toContain(`${close}{{/each}}`)
})

const indexed: [id: string, tag: string][] = [
  ['sendgrid', '{{metrics.[0].value}}'],
  ['pardot', '{{Recipient.metrics.[0].value}}'],
  ['customerio', '{{ event.metrics[0].value | escape }}'],
  ['braze', '{{custom_attribute.${metrics}[0].value | escape }}'],
  ['hubspot', '{{ metrics[0].value }}'],
  ['klaviyo', '{{ event.metrics.0.value }}'],
  ['brevo', '{{ params.metrics.0.value }}'],
  ['listmonk', '{{ (index (concat (default list .Subscriber.Attribs.metrics) (list dict)) 0).value }}'],
]
test.each(indexed)('a list index is written in the syntax of %s', (id, tag) => {
  const { body, codes } = written(id, 'Is {{ metrics.0.value }}.')
  expect(body).toContain(`Is ${tag}.`)
  expect(codes).not.toContain('TARGET_NO_TAG')
})

test.each(['postmark', 'sparkpost', 'supabase-auth'])(
  '%s has no index syntax: the fallback is written with a warning',
  (id) => {
    const { body, codes } = written(id, 'Is {{ metrics.0.value | default: "none" }}.', {
      when: { op: 'exists', path: 'metrics.0' },
    })
    expect(body).not.toContain('metrics')
    expect(codes).toContain('TARGET_NO_CONDITION')
    expect(written(id, 'Is {{ metrics.0.value | default: "none" }}.').body).toContain('Is none.')
  },
)

const typed: [id: string, number: string, truth: string][] = [
  ['sendgrid', '{{#equals points 100}}', '{{#equals vip true}}'],
  ['customerio', '{% if customer.points == 100 %}', '{% if customer.vip == true %}'],
  ['klaviyo', '{% if person.points == 100 %}', '{% if person.vip == True %}'],
  ['hubspot', '{% if contact.points == 100 %}', '{% if contact.vip == true %}'],
]
test.each(typed)('numbers and booleans are unquoted in %s', (id, number, truth) => {
  expect(written(id, 'x', { when: eq('points', 100) }).body).toContain(number)
  expect(written(id, 'x', { when: eq('vip', true) }).body).toContain(truth)
  const other = written(id, 'x', { when: { op: 'ne', path: 'points', value: 100 } }).body
  expect(other).not.toMatch(/["']100["']/)
})

test('the number of items uses the syntax of each language', () => {
  expect(written('customerio', '{{ items.size }}').body).toContain('{{ event.items.size | escape }}')
  expect(written('klaviyo', '{{ items.size }}').body).toContain('{{ event.items|length }}')
  expect(written('sendgrid', '{{ items.size }}').body).toContain('{{items.length}}')
  expect(written('listmonk', '{{ items.size }}').body).toContain('{{ (len (default list .Subscriber.Attribs.items)) }}')
})

test('a list is requested where loops read it', () => {
  const { body } = written('klaviyo', '{{ item.title }}', { each, when: { op: 'exists', path: 'items' } })
  expect(body).toContain('{% for item in event.items %}{% if event.items %}')
})

test('a missing value is neither less nor greater', () => {
  const { body } = written('customerio', 'x', { when: { op: 'not', of: { op: 'lt', path: 'points', value: 5 } } })
  expect(body).toContain('{% if customer.points != blank and customer.points < 5 %}{% else %}')
})

const plain: [id: string, item: string][] = [
  ['postmark', '{{.}}'],
  ['sendgrid', '{{this}}'],
  ['listmonk', '{{ $tag }}'],
  ['klaviyo', '{{ tag }}'],
]
test.each(plain)('the item itself is written in a loop over plain values for %s', (id, item) => {
  expect(written(id, 'Tag {{ tag }}.', { each: { in: 'tags', as: 'tag' } }).body).toContain(`Tag ${item}.`)
})
