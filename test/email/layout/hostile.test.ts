/** Layout beyond its limits. The hostile pages are laid out, painted and timed once, as PDF: test/email/pdf/hostile.test.ts. */
import { expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { paint, layOut } from '../../support/layout.ts'

const medium = { width: 640, scheme: 'light' } as const

test('layout stops at the limit of elements', async () => {
  const { displayList } = await layOut('<p>word</p>'.repeat(limits.layoutElements + 100), medium)
  expect(displayList.items.filter(({ kind }) => kind === 'text').length).toBeLessThanOrEqual(limits.layoutElements)
})

test('a missing image and invalid CSS values do not stop painting', async () => {
  const html =
    '<img src="https://cdn.example.com/cdn/starters/no-such.png" width="50" height="50"><div style="background:url(x);border-radius:-1px;color:#12">a</div>'
  const { width } = await paint(html, medium, 64)
  expect(width).toBe(64)
})
