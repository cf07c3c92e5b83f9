/** Loops over more items than one loop renders. */
import { expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { blockTypes, renderEmail, withBlocks } from './compose.ts'

const list = (count: number) => Array.from({ length: count }, (_, n) => ({ n, inner: [] as unknown[] }))
const loop = { each: { in: 'items', as: 'item' } }
const items = { id: 'items', type: 'text', text: '<{{ item.n }}>', ...loop }

const truncations = (blocks: object[], data: object, outputs: ('html' | 'text' | 'amp')[] = ['html', 'text', 'amp']) =>
  renderEmail(withBlocks(blocks), blockTypes, { data, outputs }).report.warnings.filter(
    ({ code }) => code === 'LOOP_TRUNCATED',
  )

const expected = {
  code: 'LOOP_TRUNCATED' as const,
  node_id: 'items',
  message: `items has 1200 items; the loop rendered the first ${limits.loopItems}, the maximum per loop.`,
}

test.each(['html', 'text', 'amp'] as const)('a truncated loop is a warning with count and limit in %s', (output) => {
  expect(truncations([items], { items: list(1200) }, [output])).toEqual([expected])
})

test('it is reported once for all parts of an email, and each time that a document is rendered', () => {
  const document = withBlocks([{ ...items, text: '{{ item.n }}' }])
  const render = (count: number) =>
    renderEmail(document, blockTypes, {
      data: { items: list(count) },
      outputs: ['html', 'text', 'amp'],
    }).report.warnings.filter(({ code }) => code !== 'GMAIL_CLIPPED')
  for (let round = 0; round < 3; round++) expect(render(1200)).toEqual([expected])
  expect(render(limits.loopItems)).toEqual([])
})

test('a limit of the loop itself is the choice of the author, and no warning', () => {
  const limited = { ...items, each: { ...loop.each, limit: 5 } }
  expect(truncations([limited], { items: list(1200) })).toEqual([])
})

test('a loop inside another is reported, once for its node', () => {
  const inner = { id: 'inner', type: 'spacer', height: 1, each: { in: 'item.inner', as: 'one' } }
  const group = {
    type: 'group',
    rows: [{ type: 'section', columns: [{ blocks: [inner] }] }],
    each: { in: 'items', as: 'item' },
  }
  const document = withBlocks([], { rows: [group] })
  const data = { items: [{ inner: list(1001) }, { inner: [] }, { inner: list(1002) }] }
  const found = renderEmail(document, blockTypes, { data, outputs: ['text'] }).report.warnings
  expect(found.map(({ code, message, node_id }) => [code, node_id, message.split(';')[0]])).toEqual([
    ['LOOP_TRUNCATED', 'inner', 'item.inner has 1001 items'],
  ])
})

test('a condition on the items does not hide the truncation', () => {
  const when = { op: 'gt', path: 'item.n', value: 1100 }
  expect(truncations([{ ...items, when }], { items: list(1200) })).toEqual([expected])
})

test('it is reported however many other warnings there are', () => {
  const missing = Array.from({ length: 120 }, (_, n) => ({ type: 'text', text: `{{ gone_${n} }}` }))
  expect(truncations([...missing, items], { items: list(1200) })).toEqual([expected])
})
