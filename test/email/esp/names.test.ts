/** Names of fields as accounts have them, and what keeps a tag whole where it stands. */
import { expect, test } from 'bun:test'
import { type Provider, providers } from '../../../src/email/esp/index.ts'
import { read, write } from './everything.ts'

const provider = (id: string) => providers.get(id) as Provider
const written = (id: string, html: string, fields: Record<string, string> = {}, more: object = {}) =>
  write(read([{ id: 'it', type: 'text', text: `<p>${html}</p>`, ...more }]), provider(id), { fields })

const spaced: [id: string, expected: string][] = [
  ['klaviyo', "{{ person|lookup:'Favourite colour' }}"],
  ['customerio', "{{ customer['Favourite colour'] | escape }}"],
  ['braze', '{{custom_attribute.${Favourite colour} | escape }}'],
  ['moengage', "{{ UserAttribute['Favourite colour']|e }}"],
  ['iterable', '{{[Favourite colour]}}'],
  ['listmonk', '{{ (index .Subscriber.Attribs "Favourite colour") }}'],
  ['cordial', "{$contact['Favourite colour']}"],
  ['marketo', '{{lead.Favourite colour}}'],
  ['interspire', '%%Favourite colour%%'],
]
test.each(spaced)('a name with a space is written so that %s reads it', (id, expected) => {
  const { body, codes } = written(id, '{{ colour }}', { colour: 'Favourite colour' })
  expect(body).toContain(expected)
  expect(codes).not.toContain('TARGET_NO_TAG')
})

test('where a name cannot stand, its fallback does, and the author hears of it', () => {
  const { body, codes } = written('brevo', 'Is {{ colour | default: "red" }}.', { colour: 'Favourite colour' })
  expect(body).toContain('Is red.')
  expect(codes).toContain('TARGET_NO_TAG')
  expect(written('klaviyo', '{{ colour }}', { colour: "it's" }).codes).toContain('TARGET_NO_TAG')
})

test('fields that an account adds stand where it keeps such, those of every account do not', () => {
  const braze = (field: string) => written('braze', '{{ x }}', { x: field }).body
  expect(braze('city')).toContain('{{${city} | escape }}')
  expect(braze('plan')).toContain('{{custom_attribute.${plan} | escape }}')
  expect(braze('event_properties.sku')).toContain('{{event_properties.${sku} | escape }}')
  const when = { when: { op: 'eq', path: 'x', value: 'gold' } }
  expect(written('braze', 'Gold', { x: 'plan' }, when).body).toContain(
    "{% if {{custom_attribute.${plan}}} == 'gold' %}",
  )
  expect(written('listmonk', '{{ plan }} {{ first_name }}').body).toContain(
    '{{ .Subscriber.Attribs.plan }} {{ .Subscriber.FirstName }}',
  )
})

test('guessed names are spelled as accounts spell theirs, mapped ones stay', () => {
  expect(written('brevo', '{{ customer.plan }}').body).toContain('{{ contact.PLAN }}')
  expect(written('brevo', '{{ customer.plan }}', { 'customer.plan': 'Plan' }).body).toContain('{{ contact.Plan }}')
  expect(written('mailchimp', '{{ customer.favourite_colour }}').body).toContain('*|FAVOURITE_|*')
})

test('in an attribute stands what does not end it', () => {
  const link = '<a href="https://x.example/?c={{ city | default: "none" }}">x</a>'
  expect(written('sendgrid', link).body).toContain("?c={{insert city 'default=none'}}")
  expect(written('listmonk', link).body).toContain('?c={{ .Subscriber.Attribs.city | default `none` }}')
  const mailjet = written('mailjet', link)
  expect(mailjet.body).toContain('?c={{var:city}}"')
  expect(mailjet.codes).toContain('TARGET_NO_FALLBACK')
})

test('a number that is missing is neither less nor more', () => {
  const when = { when: { op: 'lte', path: 'points', value: 5 } }
  expect(written('sendgrid', 'Few', {}, when).body).toMatch(
    /\{\{#if points\}\}\{\{#greaterThan points 5\}\}\{\{else\}\}[^]*Few[^]*\{\{\/greaterThan\}\}\{\{\/if\}\}/,
  )
  expect(written('customerio', 'Few', {}, when).body).toContain(
    '{% if customer.points != blank and customer.points <= 5 %}',
  )
})

test('what Outlook alone reads gets through a system that takes comments out', () => {
  const { html } = write(read([{ type: 'button', label: 'Go', href: 'https://x.example/' }]), provider('listmonk'))
  expect(html).toContain('{{ Safe "<!--[if mso]>" }}<v:roundrect')
  expect(html).toContain('{{ Safe "<!--[if !mso]><!-->" }}<a ')
  expect(html.replace(/\{\{ Safe "[^"]*" \}\}/g, '')).not.toContain('<!-')
})

test('a whole tag that somebody typed stays one, with a warning; what only opens one is text', () => {
  const typed = written('mailchimp', 'Dear *|FNAME|*, 5 *| 3')
  expect(typed.body).toContain('Dear *|FNAME|*, 5 &#42;| 3')
  expect(new Set(typed.codes)).toEqual(new Set(['TARGET_LOOKS_LIKE_TAG']))
  const sale = written('activecampaign', '50% off, 20% more &amp; [so on]')
  expect(sale.body).toContain('50&#37; off, 20&#37; more &amp; [so on]')
  expect(sale.codes).toEqual([])
  expect(written('marketo', 'See #if and #1').body).toContain('See &#35;if and &#35;1')
})

test('where a system leads to a page of the sender’s own, its address comes from the map', () => {
  const link = '<a href="{{ unsubscribe_url }}">Leave</a>'
  const page = { unsubscribe_url: 'https://example.com/bye?a=1' }
  expect(written('mandrill', link, page).body).toContain('href="*|UNSUB:https://example.com/bye?a=1|*"')
  expect(written('sparkpost', link, page).body).toMatch(
    /<a data-msys-unsubscribe="1" href="https:\/\/example\.com\/bye\?a=1"/,
  )
  // The address in the preheader is one of the recipient's own fields there.
  expect(written('sparkpost', link, page).codes).toEqual(['TARGET_FIELD_RENAMED'])
  for (const id of ['mandrill', 'sparkpost']) {
    const { body, codes } = written(id, link, { unsubscribe_url: 'javascript:x' })
    expect(body).toContain('Leave')
    expect(body).not.toMatch(/javascript|\{URL\}/)
    expect(codes).toContain('TARGET_NO_LINK')
  }
})

test('a field that a sendable table may lack is asked for so that its lack is no error', () => {
  const sfmc = 'salesforce-marketing-cloud'
  const { body } = written(sfmc, '<a href="https://x.example/?c={{ city }}">{{ city }}</a> typed %%FirstName%%')
  expect(body).toContain('?c=%%=URLEncode([city],1,1)=%%"')
  expect(body).toContain('>%%=AttributeValue("city")=%%</a>')
  expect(body).toContain('typed %%FirstName%%')
  const loop = { each: { in: 'items', as: 'item' } }
  expect(written(sfmc, '{{ item.title }}', {}, loop).body).toContain('%%=Field(@item,"title")=%%')
})

const own =
  'amazon-ses mailersend smtp2go zeptomail unisender-go mailjet mandrill plunk infobip sendgrid mailgun postmark mailtrap'
test.each(own.split(' '))('data that the sender gives keeps its names in %s', (id) => {
  const { body, codes } = written(id, '{{ first_name }} {{ last_name }} {{ contact.first_name }}')
  expect(body).toMatch(/[^.\w]first_name\b.*[^.\w]last_name\b.*\bcontact[._]first_name\b/)
  expect(codes).not.toContain('TARGET_FIELD_GUESSED')
})

const fixed: [id: string, name: string][] = [
  ['knock', 'recipient.name'],
  ['novu', 'subscriber.firstName'],
  ['auth0', 'user.given_name'],
  ['resend', 'FIRST_NAME'],
  ['elastic-email', 'firstname'],
  ['firebase-auth', 'DISPLAY_NAME'],
]
test.each(fixed)('%s has fields of its own: that a name became one of them is a warning', (id, name) => {
  const { body, codes } = written(id, '{{ first_name }}')
  expect(body).toContain(name)
  expect(codes).toContain('TARGET_FIELD_RENAMED')
  const map = { first_name: 'first_name', email: 'email' }
  expect(written(id, '{{ first_name }}', map).codes).not.toContain('TARGET_FIELD_RENAMED')
})

test('merge fields that would be cut to one name are told apart, always alike, and both are named', () => {
  const fields =
    '{{ week.closed }} {{ week.closed_change }} {{ week.closed }} {{ membership_level }} {{ membership_until }}'
  const { body, text, warnings } = written('mailchimp', fields)
  const names = '*|WEEKCLOSED|* *|WEEKCLOSE2|* *|WEEKCLOSED|* *|MEMBERSHIP|* *|MEMBERSHI2|*'
  expect(body).toContain(names)
  expect(text).toContain(names)
  const collisions = warnings.filter(({ code }) => code === 'TARGET_FIELD_COLLISION').map(({ message }) => message)
  expect(collisions).toHaveLength(2)
  expect(collisions[0]).toContain('week.closed and week.closed_change')
})

test('a guess that is the name of a mapped field is told apart from it, mapped ones stay', () => {
  const { body } = written('mailchimp', '{{ plan }} {{ PLAN }} {{ other }}', { other: 'PLAN' })
  expect(body).toContain('*|PLAN2|* *|PLAN3|* *|PLAN|*')
})

test('two fields with one name are a warning where names cannot be told apart', () => {
  const { codes } = written('sendpulse', '{{ first_name }} {{ name }}')
  expect(codes).toContain('TARGET_FIELD_COLLISION')
  expect(written('sendpulse', '{{ first_name }} {{ contact.first_name }}').codes).not.toContain(
    'TARGET_FIELD_COLLISION',
  )
})
