import { describe, expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { hostilePages } from '../../support/hostile-pages.ts'
import { paint, layOut } from '../../support/layout.ts'

const medium = { width: 640, scheme: 'light' } as const

describe('a drawing comes to its end for', () => {
  for (const [name, html] of Object.entries(hostilePages))
    test(name, async () => {
      const { displayList } = await layOut(html, medium)
      expect(displayList.width).toBe(640)
      expect(Number.isFinite(displayList.height)).toBe(true)
    })
})

test('no more is laid out than the limits allow', async () => {
  const { displayList } = await layOut('<p>word</p>'.repeat(limits.layoutElements + 100), medium)
  expect(displayList.items.filter(({ kind }) => kind === 'text').length).toBeLessThanOrEqual(limits.layoutElements)
})

test('what is not a picture, and values that are no values, still give one', async () => {
  const html =
    '<img src="https://cdn.example.com/cdn/starters/no-such.png" width="50" height="50"><div style="background:url(x);border-radius:-1px;color:#12">a</div>'
  const { width } = await paint(html, medium, 64)
  expect(width).toBe(64)
})
