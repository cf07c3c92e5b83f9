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

test('where a name cannot be written, its fallback is, with a warning', () => {
  const { body, codes } = written('brevo', 'Is {{ colour | default: "red" }}.', { colour: 'Favourite colour' })
  expect(body).toContain('Is red.')
  expect(codes).toContain('TARGET_NO_TAG')
  expect(written('klaviyo', '{{ colour }}', { colour: "it's" }).codes).toContain('TARGET_NO_TAG')
})

test('custom fields of an account use its namespace, standard fields do not', () => {
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

test('guessed names use the spelling of the target, mapped names are unchanged', () => {
  expect(written('brevo', '{{ customer.plan }}').body).toContain('{{ contact.PLAN }}')
  expect(written('brevo', '{{ customer.plan }}', { 'customer.plan': 'Plan' }).body).toContain('{{ contact.Plan }}')
  expect(written('mailchimp', '{{ customer.favourite_colour }}').body).toContain('*|FAVOURITE_|*')
})

test('in an attribute the syntax contains no quote that ends it', () => {
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

test('conditional comments survive a target that removes comments', () => {
  const { html } = write(read([{ type: 'button', label: 'Go', href: 'https://x.example/' }]), provider('listmonk'))
  expect(html).toContain('{{ Safe "<!--[if mso]>" }}<v:roundrect')
  expect(html).toContain('{{ Safe "<!--[if !mso]><!-->" }}<a ')
  expect(html.replace(/\{\{ Safe "[^"]*" \}\}/g, '')).not.toContain('<!-')
})

test('a complete tag that an author typed stays a tag, with a warning; an opening delimiter alone is text', () => {
  const typed = written('mailchimp', 'Dear *|FNAME|*, 5 *| 3')
  expect(typed.body).toContain('Dear *|FNAME|*, 5 &#42;| 3')
  expect(new Set(typed.codes)).toEqual(new Set(['TARGET_LOOKS_LIKE_TAG']))
  const sale = written('activecampaign', '50% off, 20% more &amp; [so on]')
  expect(sale.body).toContain('50&#37; off, 20&#37; more &amp; [so on]')
  expect(sale.codes).toEqual([])
  expect(written('marketo', 'See #if and #1').body).toContain('See &#35;if and &#35;1')
})

test('if a target redirects to a page of the sender, its URL comes from the field map', () => {
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

test('a field that a data extension may lack is read without an error', () => {
  const sfmc = 'salesforce-marketing-cloud'
  const { body } = written(sfmc, '<a href="https://x.example/?c={{ city }}">{{ city }}</a> typed %%FirstName%%')
  expect(body).toContain('?c=%%=URLEncode([city],1,1)=%%"')
  expect(body).toContain('>%%=AttributeValue("city")=%%</a>')
  expect(body).toContain('typed %%FirstName%%')
  // No function reads an item of a list from an attribute: a mapped name or the fallback is written, never a guess.
  const indexed = '{{ order.items[0].get | default: "it" }}'
  expect(written(sfmc, indexed)).toMatchObject({
    body: expect.stringMatching(/^(?!.*AttributeValue).*>it</s),
    codes: expect.arrayContaining(['TARGET_NO_TAG']),
  })
  expect(written(sfmc, indexed, { 'order.items.0.get': 'FirstItem' }).body).toContain('AttributeValue("FirstItem")')
  const loop = { each: { in: 'items', as: 'item' } }
  expect(written(sfmc, '{{ item.title }}', {}, loop).body).toContain('%%=Field(@item,"title")=%%')
})

const own =
  'amazon-ses mailersend smtp2go zeptomail unisender-go mailjet mandrill plunk infobip sendgrid mailgun postmark mailtrap'
test.each(own.split(' '))('names of data in the request are unchanged in %s', (id) => {
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
test.each(fixed)('%s has standard fields: writing a name as one of them is a warning', (id, name) => {
  const { body, codes } = written(id, '{{ first_name }}')
  expect(body).toContain(name)
  expect(codes).toContain('TARGET_FIELD_RENAMED')
  const map = { first_name: 'first_name', email: 'email' }
  expect(written(id, '{{ first_name }}', map).codes).not.toContain('TARGET_FIELD_RENAMED')
})

test('merge fields that would be truncated to one name get distinct, stable names, and both are reported', () => {
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

test('a guessed name that equals a mapped one is changed, the mapped one is not', () => {
  const { body } = written('mailchimp', '{{ plan }} {{ PLAN }} {{ other }}', { other: 'PLAN' })
  expect(body).toContain('*|PLAN2|* *|PLAN3|* *|PLAN|*')
})

test('two fields with one name are a warning if names cannot be made distinct', () => {
  const { codes } = written('sendpulse', '{{ first_name }} {{ name }}')
  expect(codes).toContain('TARGET_FIELD_COLLISION')
  expect(written('sendpulse', '{{ first_name }} {{ contact.first_name }}').codes).not.toContain(
    'TARGET_FIELD_COLLISION',
  )
})
