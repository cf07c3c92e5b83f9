import { expect, test } from 'bun:test'
import { typedCount } from '../../../src/console/parts/typed-count.ts'

test('a typed number is one with separators of thousands too, and nothing else becomes a number', () => {
  const typed = ['', ' 12 ', '40,000', '1.234.567', "9'000", '1.5', '40,00', 'many', '-3']
  expect(typed.map(typedCount)).toEqual([null, 12, 40_000, 1_234_567, 9000, '1.5', '40,00', 'many', '-3'])
})
