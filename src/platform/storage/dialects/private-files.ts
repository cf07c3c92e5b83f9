import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ownNames =
  /^(svc\.db(-wal|-shm|-journal)?|svc\.lock(-journal)?|secret(\..*)?|blobs|backups|fonts|chromium.*|\..*)$/

/** Permission bits of group and others. */
const foreignBits = 0o077

/** A directory or file whose mode was too wide, changed or not. */
export interface WidePermission {
  path: string
  /** Octal, as for chmod. */
  mode: string
  isTightened: boolean
}

/**
 * Removes the permissions of group and others from the data directory (0700), its database, secrets and copies (0600).
 * Returns the paths that were wider. A directory with unrelated content keeps its mode, and so do files of another user.
 */
export function tightenPermissions(dataDir: string): WidePermission[] {
  return findWide(dataDir).map(({ path, mode, isOurs }) => ({
    path,
    mode: mode.toString(8).padStart(4, '0'),
    isTightened: isOurs && tighten(path, mode),
  }))
}

/** Paths of a data directory that group or others may read or enter; empty if the directory itself denies access. */
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
    // Owned by another user, as a Kubernetes volume may be.
    return false
  }
}
