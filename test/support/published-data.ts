/**
 * Published test data that lies beside the checkout, in ../shared/data or where TEST_DATA says, and is not ours to copy. Who
 * requests a file that is not there gets undefined, and skips.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isAvailable } from './missing.ts'

const folder = process.env['TEST_DATA'] ?? join(import.meta.dir, '../../../shared/data')

/** The bytes of a file of that data; undefined where it is missing. */
export function publishedFile(name: string): Buffer | undefined {
  const path = join(folder, name)
  const isThere = isAvailable(name, existsSync(path), 'set TEST_DATA to the folder with published test data')
  return isThere ? readFileSync(path) : undefined
}

/** The bytes of every file below a folder of that data whose name ends so; none where it is missing. */
export function publishedFolder(name: string, ending: string): Buffer[] {
  const path = join(folder, name)
  const isThere = isAvailable(name, existsSync(path), 'set TEST_DATA to the folder with published test data')
  const names = isThere
    ? (readdirSync(path, { recursive: true }) as string[]).filter((each) => each.endsWith(ending))
    : []
  return names.sort().map((each) => readFileSync(join(path, each)))
}
