import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type EmailDocument, readDocument, usedPaths } from '../../../src/email/document/index.ts'
import { processorMs } from '../../support/processor-time.ts'

function read(input: object): EmailDocument {
  const result = readDocument(input, blockTypes)
  if ('issues' in result) throw new Error(JSON.stringify(result.issues))
  return result.document
}

const document = read({
  meta: { title: 'T', lang: 'en', subject: 'Order {{ order.id }}', preheader: '{{ now | date: "%Y" }}' },
  fields: [{ path: 'order.id', type: 'string' }],
  rows: [
    {
      id: 's',
      when: {
        op: 'and',
        of: [
          { op: 'exists', path: 'customer' },
          { op: 'not', of: { op: 'eq', path: 'plan', value: 'x' } },
        ],
      },
      columns: [
        {
          blocks: [
            {
              id: 't',
              type: 'text',
              text: '<p>Hi {{ customer.firstName | upcase }} <a href="https://e.com/{{ order.id }}">x</a></p>',
            },
            {
              id: 'p',
              type: 'product',
              each: { in: 'order.items', as: 'item', else: [{ id: 'e', type: 'text', text: '{{ shop_name }}' }] },
              when: { op: 'exists', path: 'item.stock' },
              title: '{{ item.title }}',
              price: '{{ item.price | number: "EUR" }}',
              image: '{{ item.photo }}',
              href: 'https://example.com/{{ item.id }}',
              alt: '',
            },
            { id: 'c', type: 'countdown', until: 'sale.ends_at' },
            {
              id: 'h',
              type: 'html',
              html: '{% for tag in order.tags %}{% if tag.on %}{{ tag.label | strip }}{% endif %}{% endfor %}{% assign x = 1 %}{{ x }}',
            },
            { id: 'i', type: 'image', src: '{{ hero }}', alt: '{{ items.0.name }}', href: '{{ unsubscribe_url }}' },
          ],
        },
      ],
    },
  ],
})

describe('the data paths of a document', () => {
  test('have their kind and position, and loop variables are resolved to the list', () => {
    const lines = usedPaths(document).map(
      ({ kind, node_id, path, prop }) => `${node_id ?? 'meta'}.${prop} ${kind} ${path}`,
    )
    expect(lines).toEqual([
      'meta.subject value order.id',
      'meta.preheader value now',
      's.when condition customer',
      's.when condition plan',
      't.text value customer.firstName',
      't.text address order.id',
      'p.each loop order.items',
      'p.when condition order.items.*.stock',
      'p.title value order.items.*.title',
      'p.price value order.items.*.price',
      'p.image address order.items.*.photo',
      'p.href address order.items.*.id',
      'e.text value shop_name',
      'c.until instant sale.ends_at',
      'h.html loop order.tags',
      'h.html condition order.tags.*.on',
      'h.html value order.tags.*.label',
      'i.src address hero',
      'i.alt value items.*.name',
      'i.href address unsubscribe_url',
    ])
  })

  test('are found in linear time', () => {
    const start = processorMs()
    const html = '{{ '.repeat(100_000)
    usedPaths(read({ meta: { title: 'T' }, rows: [{ columns: [{ blocks: [{ type: 'html', html }] }] }] }))
    expect(processorMs() - start).toBeLessThan(3000)
  })
})
