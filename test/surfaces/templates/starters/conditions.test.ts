import { expect, test } from 'bun:test'
import { blockTypes } from '../../../../src/email/blocks/index.ts'
import { readDocument } from '../../../../src/email/document/index.ts'
import { renderEmail } from '../../../../src/email/render/index.ts'
import { starters } from '../../../../src/surfaces/templates/starters/index.ts'

/** HTML and text of a starter, its sample data changed by `change`. */
function outputs(
  key: string,
  change: (data: Record<string, Record<string, unknown>>) => void,
): { html: string; text: string } {
  const starter = starters.find((one) => one.key === key)
  if (starter === undefined) throw new Error(`no starter ${key}`)
  const read = readDocument(starter.document, blockTypes)
  if ('issues' in read) throw new Error(JSON.stringify(read.issues))
  const data = structuredClone(starter.data) as Record<string, Record<string, unknown>>
  change(data)
  const { html = '', text = '' } = renderEmail(read.document, blockTypes, { data, now: Date.UTC(2026, 10, 21) })
  return { html, text }
}

const unchanged = () => {}

/** What is taken out of the sample data, and the words that must go with it in HTML and in text. */
const rows: [key: string, from: string, property: string, words: string][] = [
  ['order-confirmation', 'order', 'discount', 'FIRSTFIRING'],
  ['order-confirmation', 'order', 'gift_note', 'Your note inside'],
  ['order-confirmation', 'order', 'arrives_at', 'They should reach you'],
  ['order-confirmation', 'order', 'delivery', 'Going to'],
  ['abandoned-cart', 'cart', 'code', 'HELLOAGAIN'],
  ['abandoned-cart', 'cart', 'held_until', 'Kept for you'],
  ['password-reset', 'reset', 'requested_at', 'Hamburg, Germany'],
]

test.each(rows)('%s without %s.%s says nothing of it', (key, from, property, words) => {
  const full = outputs(key, unchanged)
  const less = outputs(key, (data) => {
    delete data[from]?.[property]
  })
  for (const output of ['html', 'text'] as const) {
    expect(full[output]).toContain(words)
    expect(less[output]).not.toContain(words)
  }
})

test('an order lists as many items as it has', () => {
  const item = { name: 'Gull jug', detail: 'White, 1 l', quantity: 3, total: 90, image: '/cdn/starters/order-mug.png' }
  const { html, text } = outputs('order-confirmation', (data) => {
    Object.assign(data['order'] ?? {}, { items: Array.from({ length: 5 }, () => item) })
  })
  expect(html.split('Gull jug')).toHaveLength(6)
  expect(text.split('3 × Gull jug, White, 1 l: £90.00')).toHaveLength(6)
})

test('an empty cart and an empty order lead to where the things are', () => {
  const cart = outputs('abandoned-cart', (data) => Object.assign(data['cart'] ?? {}, { items: [] }))
  expect(cart.html).toContain('in your bag</u></a>')
  const order = outputs('order-confirmation', (data) => Object.assign(data['order'] ?? {}, { items: [] }))
  for (const output of [order.html, order.text]) expect(output).toContain('Every piece is listed')
})

test('a digest colours good and bad news, and leaves out what has no entries', () => {
  const { html } = outputs('weekly-digest', unchanged)
  expect(html).toMatch(/color:#0B6B48[^>]*>−8</)
  expect(html).toMatch(/color:#B23A2A[^>]*>\+3</)
  const quiet = outputs('weekly-digest', (data) => Object.assign(data, { waiting: [], articles: [] }))
  for (const output of [quiet.html, quiet.text]) expect(output).not.toMatch(/Waiting for you|Worth a coffee/)
})
