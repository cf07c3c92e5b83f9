import { expect } from 'bun:test'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Compares with a file of test/golden, or writes it when UPDATE_GOLDEN=1. */
export function expectGolden(path: string, actual: string): void {
  const file = join(import.meta.dir, '../../golden', path)
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, actual)
  expect(existsSync(file) ? readFileSync(file, 'utf8') : `missing: run with UPDATE_GOLDEN=1 to write ${path}`).toBe(
    actual,
  )
}

/** Golden files of a folder that no test compares with. */
export function orphans(folder: string, names: readonly string[]): string[] {
  const known = new Set(names)
  return readdirSync(join(import.meta.dir, '../../golden', folder)).filter((name) => !known.has(name))
}
