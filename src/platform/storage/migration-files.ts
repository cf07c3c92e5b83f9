import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialect } from './kit.ts'

export type MigrationFile = { name: string; text: string; checksum: string }

/** Where the migrations of this build are: embedded in the executable under their folder's name, or in the repository. */
export const shippedMigrations = Bun.isStandaloneExecutable
  ? join(import.meta.dir, 'migrations')
  : join(import.meta.dir, '../../../migrations')

/** The migrations of one dialect in the order of their numbers. */
export function readMigrations(folder: string, dialect: Dialect): MigrationFile[] {
  const directory = join(folder, dialect)
  return readdirSync(directory)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const text = readFileSync(join(directory, file), 'utf8')
      return { name: file.slice(0, -'.sql'.length), text, checksum: checksumOf(text) }
    })
}

// Line ends do not count: a checkout may change them.
function checksumOf(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}
