import { describe, expect, test } from 'bun:test'
import { bodyOf } from '../render/compose.ts'

const src = 'https://example.com/a.png'
const size = (html: string) => / width="(\d+)" height="(\d+)"/.exec(html)?.slice(1).map(Number)

describe('the height of an image', () => {
  for (const [name, block, expected] of [
    ['stays where the width does', { width: 300, height: 150 }, [300, 150]],
    ['shrinks with a width in the style', { width: 400, height: 200, style: { width: 100 } }, [100, 50]],
    ['shrinks with a share of the column', { width: 400, height: 200, style: { width: '50%' } }, [300, 150]],
    ['shrinks when the picture is wider than the column', { width: 1200, height: 400 }, [600, 200]],
    ['grows when the picture fills the column', { width: 300, height: 100, style: { width: '100%' } }, [600, 200]],
  ] as const)
    test(name, () => {
      expect(size(bodyOf([{ type: 'image', src, alt: '', ...block }]))).toEqual([...expected])
    })
})

describe('a badge of a social network', () => {
  const items = [{ network: 'instagram', href: 'https://example.com/i' }]

  test('has the name of its network as its accessible name, and its letters are hidden', () => {
    expect(bodyOf([{ type: 'social', items }])).toMatch(
      /<a [^>]*aria-label="Instagram"[^>]*><span aria-hidden="true">[^<]+<\/span><\/a>/,
    )
  })

  test('without a link is an image with a name', () => {
    expect(bodyOf([{ type: 'social', items: [{ network: 'instagram', href: '' }] }])).toContain(
      '<span role="img" aria-label="Instagram"',
    )
  })
})

test('a font weight of 400 is written where browsers default to bold', () => {
  expect(bodyOf([{ type: 'heading', text: 'x', style: { weight: 400 } }])).toMatch(/<h2 [^>]*font-weight:400/)
  const table = (style: object) => bodyOf([{ type: 'table', head: ['a'], rows: [['b']], style }])
  expect(table({ weight: 400 })).toMatch(/<th [^>]*font-weight:400/)
  expect(table({})).toMatch(/<th [^>]*font-weight:700/)
})

test('a product image has its declared width', () => {
  const block = { type: 'product', title: 'x', price: '1', image: src, alt: '', href: '', imageWidth: 120 }
  expect(bodyOf([block])).toContain('width="120" style="display:inline-block;vertical-align:top;width:120px')
})

test('a social link can have its own image and color, and be below the others', () => {
  const item = { network: 'x', href: 'https://x.example', src: 'https://example.com/x.png', color: '#123456' }
  const html = bodyOf([{ type: 'social', items: [item, item], layout: 'stack', size: 20, radius: 3 }])
  expect(html).toContain('width="20" height="20" align="center" style="background-color:#123456;border-radius:3px"')
  expect(html).toContain('<img src="https://example.com/x.png" alt="X" width="20"')
  expect(html.split('<div><table').length).toBe(3)
})

test('paragraphs have the spacing of their text block', () => {
  const html = bodyOf([{ type: 'text', text: '<p>One</p><p>Two</p>', style: { spacing: 13 } }])
  expect(html).toContain('<p style="margin:0 0 13px">One</p><p style="margin:0">Two</p>')
})

test('a link can have no underline', () => {
  const html = bodyOf([{ type: 'text', text: '<a href="https://a.example" style="text-decoration:none">x</a>' }])
  expect(html).toContain('text-decoration:none;color:#0b57d0')
})
