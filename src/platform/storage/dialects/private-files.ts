import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ownNames =
  /^(svc\.db(-wal|-shm|-journal)?|svc\.lock(-journal)?|secret(\..*)?|blobs|backups|fonts|chromium.*|\..*)$/

/** Bits of the group and of others. */
const foreignBits = 0o077

/** A directory or file whose mode was changed, or could not be. */
export interface WidePermission {
  path: string
  /** As chmod takes it, octal. */
  mode: string
  isTightened: boolean
}

/**
 * Takes the rights of group and others from the data directory (0700), its database, secrets and copies (0600). Returns what was
 * wider. A directory that holds other things too keeps its mode, and so does what belongs to another user.
 */
export function tightenPermissions(dataDir: string): WidePermission[] {
  return findWide(dataDir).map(({ path, mode, isOurs }) => ({
    path,
    mode: mode.toString(8).padStart(4, '0'),
    isTightened: isOurs && tighten(path, mode),
  }))
}

/** What group or others may read or enter of a data directory; nothing where the directory itself keeps them out. */
export function findWidePermissions(dataDir: string): string[] {
  const wide = findWide(dataDir)
  return wide.some(({ path }) => path === dataDir) ? wide.map(({ path }) => path) : []
}

function findWide(dataDir: string): { path: string; mode: number; isOurs: boolean }[] {
  if (process.platform === 'win32' || !existsSync(dataDir)) return []
  const names = readdirSync(dataDir)
  const isOurs = names.every((name) => ownNames.test(name))
  const files = names.filter((name) => /^(svc\.|secret)/.test(name)).map((name) => join(dataDir, name))
  return [{ path: dataDir, isOurs }, ...[...files, join(dataDir, 'backups')].map((path) => ({ path, isOurs: true }))]
    .map((each) => ({ ...each, mode: (statSync(each.path, { throwIfNoEntry: false })?.mode ?? 0) & 0o7777 }))
    .filter(({ mode }) => (mode & foreignBits) !== 0)
}

function tighten(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode & ~foreignBits)
    return true
  } catch {
    // Someone else's, as a volume of Kubernetes may be.
    return false
  }
}
