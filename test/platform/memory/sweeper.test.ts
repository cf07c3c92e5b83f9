import { expect, test } from 'bun:test'
import { createSweep } from '../../../src/platform/memory/index.ts'

test('garbage is collected after a fixed amount of work', () => {
  let collections = 0
  const sweep = createSweep(100, () => void collections++)
  for (let piece = 0; piece < 250; piece++) sweep(1)
  expect(collections).toBe(2)
  sweep(60)
  expect(collections).toBe(3)
  sweep(1000)
  expect(collections).toBe(4)
})
