/** Published test suites that are not ours to ship: they lie in the folder shared/data beside the repository, or nowhere. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dir, '../../../shared/data')

/** A suite as it was published, or undefined with a line that says so. */
export function readPublishedSuite<T>(file: string): T | undefined {
  const path = join(folder, file)
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as T
  console.warn(`${file} is not here: its tests are passed over`)
  return undefined
}
