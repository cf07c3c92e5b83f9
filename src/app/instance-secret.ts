import { chmodSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../platform/config/index.ts'
import { makeDataDir } from '../platform/storage/index.ts'

/** The configuration of a service that can sign and seal. */
export type InstanceConfig = Config & { readonly secret: string }

/**
 * Gives the configuration its secret: the one of SVC_SECRET, else the one in the data directory, which is made at the
 * first start and readable by its owner only. Processes that start at once agree on one.
 */
export function withInstanceSecret(config: Config): InstanceConfig {
  return Object.freeze({ ...config, secret: config.secret ?? storedSecret(config.dataDir) })
}

/**
 * The same for commands on a store that is there already: makes no secret. Throws an Error that says what to do when there is
 * none.
 */
export function withExistingSecret(config: Config): InstanceConfig {
  const secret = config.secret ?? read(secretFile(config.dataDir))
  if (secret !== undefined) return Object.freeze({ ...config, secret })
  throw new Error(
    'This command reads or writes the audit log, which is signed with the secret of the service. Give its SVC_SECRET, or its data directory with --data-dir.',
  )
}

function secretFile(dataDir: string): string {
  return join(dataDir, 'secret')
}

function storedSecret(dataDir: string): string {
  makeDataDir(dataDir)
  const file = secretFile(dataDir)
  const found = read(file)
  if (found !== undefined) return found

  // Written aside and linked into place: a link fails when the name exists, and nobody ever reads half a secret.
  const aside = join(dataDir, `secret.${process.pid}.${crypto.randomUUID()}`)
  writeFileSync(aside, `${crypto.getRandomValues(new Uint8Array(32)).toHex()}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(aside, file)
    chmodSync(file, 0o600)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    unlinkSync(aside)
  }
  return read(file) ?? wrong(file)
}

function read(file: string): string | undefined {
  try {
    const secret = readFileSync(file, 'utf8').trim()
    return secret.length >= 32 ? secret : wrong(file)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function wrong(file: string): never {
  throw new Error(
    `${file} does not hold a secret. Restore it from a backup: without it stored credentials cannot be opened.`,
  )
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
