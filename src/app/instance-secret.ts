import { chmodSync, linkSync, readFileSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../platform/config/index.ts'
import { type SecretSource, type Vault, createVault } from '../platform/identity/index.ts'
import { makeDataDir } from '../platform/storage/index.ts'

/** The configuration of a service that can sign and seal. Without `secrets`, `secret` is the only one. */
export type InstanceConfig = Config & {
  readonly secret: string
  readonly secrets?: SecretSource
  /** True if the secret is in the data directory, where a rotation can replace it. */
  readonly isSecretGenerated?: boolean
}

/**
 * Adds the secrets to the configuration. The current one is SVC_SECRET, otherwise the one in the data directory, which is
 * created at the first start with owner-only permissions; concurrent processes agree on one. Previous ones are in
 * SVC_SECRET_PREVIOUS, and for a generated secret in `secret.previous` beside it.
 */
export function withInstanceSecret(config: Config): InstanceConfig {
  const { dataDir, previousSecrets } = config
  if (config.secret !== undefined) {
    const given = [config.secret, ...previousSecrets]
    const secrets: SecretSource = { latest: () => given, recent: () => given }
    return Object.freeze({ ...config, secret: config.secret, secrets })
  }
  const secret = storedSecret(dataDir)
  return Object.freeze({ ...config, secret, secrets: watchSecrets(dataDir, previousSecrets), isSecretGenerated: true })
}

export function secretsOf({
  secret,
  secrets = { latest: () => [secret], recent: () => [secret] },
}: InstanceConfig): SecretSource {
  return secrets
}

export function vaultOf(config: InstanceConfig): Vault {
  return createVault(secretsOf(config))
}

/**
 * Writes a new secret to the data directory and moves the current one to the previous ones. The order of the two writes
 * matters: if the process ends in between, every secret in use is in one of the files.
 */
export function replaceStoredSecret(dataDir: string): void {
  const current = storedSecret(dataDir)
  replaceFile(
    previousFile(dataDir),
    [current, ...storedPrevious(dataDir).filter((each) => each !== current)].join('\n'),
  )
  replaceFile(secretFile(dataDir), newSecret())
}

/** Resolves when all servers of the installation use the new generated secret, which they read within a second. */
export async function secretTaken({ dataDir, isSecretGenerated }: InstanceConfig): Promise<void> {
  if (isSecretGenerated !== true || stampOf(previousFile(dataDir)) === '') return
  const elapsedMs = Date.now() - statSync(secretFile(dataDir)).mtimeMs
  if (elapsedMs < 2 * recentMs) await Bun.sleep(2 * recentMs - Math.max(0, elapsedMs))
}

/** Deletes previous secrets from the data directory; values sealed or signed only with them are lost. */
export function forgetStoredSecrets(dataDir: string): void {
  rmSync(previousFile(dataDir), { force: true })
}

export function secretFile(dataDir: string): string {
  return join(dataDir, 'secret')
}

/** One previous secret per line, newest first; missing before the first rotation. */
function previousFile(dataDir: string): string {
  return join(dataDir, 'secret.previous')
}

/** For commands on an existing store: creates no secret. Throws an Error with the remedy if there is none. */
export function withExistingSecret(config: Config): InstanceConfig {
  if (config.secret !== undefined || read(secretFile(config.dataDir)) !== undefined) return withInstanceSecret(config)
  throw new Error(
    'This command reads or writes the audit log, which is signed with the secret of the service. Set its SVC_SECRET, or name its data directory with --data-dir.',
  )
}

function storedSecret(dataDir: string): string {
  makeDataDir(dataDir)
  const file = secretFile(dataDir)
  const found = read(file)
  if (found !== undefined) return found

  // Written to a temporary file and linked: linking fails if the name exists, and a partial secret is never visible.
  const aside = join(dataDir, `secret.${process.pid}.${crypto.randomUUID()}`)
  writeFileSync(aside, `${newSecret()}\n`, { mode: 0o600, flush: true })
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

function storedPrevious(dataDir: string): string[] {
  try {
    return linesOf(readFileSync(previousFile(dataDir), 'utf8'))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

/** Rereads changed files: `svc secrets rotate` replaces them while a server runs. */
function watchSecrets(dataDir: string, more: readonly string[]): SecretSource {
  let secrets: readonly string[] = []
  let readFrom = ''
  let checkedAt = -Infinity
  const latest = () => {
    checkedAt = performance.now()
    const stamp = [secretFile(dataDir), previousFile(dataDir)].map(stampOf).join()
    if (stamp === readFrom) return secrets
    // Read first, because a rotation writes it after the previous ones.
    const current = storedSecret(dataDir)
    secrets = [...new Set([current, ...storedPrevious(dataDir), ...more])]
    readFrom = stamp
    return secrets
  }
  return { latest, recent: () => (performance.now() - checkedAt < recentMs ? secrets : latest()) }
}

const recentMs = 1000

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`
}

function replaceFile(file: string, content: string): void {
  const aside = `${file}.${process.pid}.${crypto.randomUUID()}`
  writeFileSync(aside, `${content}\n`, { mode: 0o600, flush: true })
  renameSync(aside, file)
}

function newSecret(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toHex()
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
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
    `${file} does not contain a secret. Restore it from a backup: without it stored credentials cannot be decrypted.`,
  )
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
