import type { Vault } from '../../../platform/identity/index.ts'
import { ImapFailure, type ImapProblem, type ImapSession, type OpenImap } from '../../../platform/imap/index.ts'
import type { Send } from '../../../platform/net/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import type { Secrets } from './auth.ts'
import type { ShownAuth } from './contract.ts'
import { type MailboxRow, credentialsContext, lockMailbox, updateMailbox } from './store.ts'
import { TokenFailure, requestToken } from './token.ts'

export interface ConnectDeps {
  readonly store: Store
  readonly vault: Pick<Vault, 'open' | 'seal'>
  /** The guarded client, for token endpoints. */
  readonly requestToken: Send
  readonly openImap: OpenImap
}

/** Why a mailbox cannot be read; the message has the remedy. */
export interface MailboxProblem {
  readonly problem: ImapProblem | 'token' | 'storage'
  readonly message: string
  /** Repeating it does not help before the mailbox is changed. */
  readonly isPermanent: boolean
}

/** Signs in and opens the folder. Rejects with an ImapFailure or a TokenFailure. */
export async function connectMailbox(deps: ConnectDeps, row: MailboxRow, signal: AbortSignal): Promise<ImapSession> {
  const { openImap, vault } = deps
  const auth = row.auth as ShownAuth
  const secrets = JSON.parse(vault.open(row.credentials, credentialsContext(row))) as Secrets
  if (auth.method === 'password')
    return openImap({ ...row, credentials: { password: secrets.password ?? '' } }, row.folder, signal)
  const { accessToken, refreshToken } = await requestToken(auth, secrets, deps.requestToken)
  if (refreshToken !== undefined && refreshToken !== secrets.refresh_token && auth.method === 'refresh_token')
    await keepRefreshToken(deps, row, { ...secrets, refresh_token: refreshToken })
  return openImap({ ...row, credentials: { accessToken } }, row.folder, signal)
}

// The previous token may be valid no longer, so that the new one is stored before it is used.
async function keepRefreshToken({ store, vault }: ConnectDeps, row: MailboxRow, secrets: Secrets): Promise<void> {
  const credentials = vault.seal(JSON.stringify(secrets), credentialsContext(row))
  await store.tx(async (db) => {
    const now = await lockMailbox(db, row.projectId, row.id)
    // Credentials that were changed meanwhile stay.
    if (now?.credentials === row.credentials) await updateMailbox(db, row.projectId, row.id, { credentials })
  }, underLocks)
}

/** Undefined for an error that is a bug or a failure of storage. */
export function problemOf(error: unknown, { auth }: Pick<MailboxRow, 'auth'>): MailboxProblem | undefined {
  if (error instanceof TokenFailure) return { problem: 'token', message: error.message, isPermanent: error.isRefused }
  if (!(error instanceof ImapFailure)) return undefined
  const { message, problem } = error
  const isPermanent = problem !== 'connection'
  if (problem !== 'credentials') return { problem, message, isPermanent }
  const remedy =
    (auth as ShownAuth).method === 'password'
      ? 'Update the credentials.'
      : 'Check that the token has the IMAP scope and that the account may use IMAP.'
  return { problem, message: `${message} ${remedy}`, isPermanent }
}
