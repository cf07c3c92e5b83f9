/** The second factor of an account: an authenticator app, and recovery codes for when it is lost. */
import { type Issue, fail } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import { type AuditActor, recordAudit } from '../../platform/audit/index.ts'
import {
  type SealContext,
  type Vault,
  type VisitSealedRows,
  createTotpSecret,
  matchTotp,
} from '../../platform/identity/index.ts'
import { type Db, type Store, underLocks } from '../../platform/storage/index.ts'
import { takeAttempt } from '../../surfaces/projects/index.ts'
import {
  deleteAuthenticator,
  deleteRecoveryCode,
  insertAuthenticator,
  insertRecoveryCodes,
  lockAuthenticators,
  selectAuthenticator,
  updateAuthenticator,
} from './factor-store.ts'
import { hashToken } from './token.ts'

export interface SecondFactor {
  /** True if sign-in needs a code. */
  isOn(userId: string): Promise<boolean>
  /** A new secret for an app, stored but not used until `confirm`; VALIDATION_FAILED if a factor is on. */
  prepare(userId: string): Promise<string>
  /** The secret of `prepare`; undefined without one, or once it is confirmed. */
  pendingSecret(userId: string): Promise<string | undefined>
  /** Turns the factor on and returns recovery codes, which are stored as hashes. VALIDATION_FAILED at `/code`. */
  confirm(account: FactorAccount, code: string): Promise<string[]>
  /** Accepts each code once. VALIDATION_FAILED at `/code`, RATE_LIMIT_EXCEEDED after ten attempts in 15 minutes. */
  check(userId: string, code: string): Promise<void>
}

/** An account, and the author of the change. */
export interface FactorAccount {
  userId: string
  companyId: string
  actor: AuditActor
}

export function createSecondFactor({ store, vault }: { store: Store; vault: Vault }): SecondFactor {
  const open = (userId: string, secret: string) => vault.open(secret, contextOf(userId))

  async function isCode(db: Db, userId: string, code: string): Promise<boolean> {
    const row = await selectAuthenticator(db, userId)
    if (row === undefined) return false
    const step = matchTotp(open(userId, row.secret), code, { nowMs: db.nowMs(), after: row.lastStep })
    // Fails for the second of two requests with one code.
    return step !== undefined && updateAuthenticator(db, userId, { lastStep: step })
  }

  return {
    isOn: async (userId) => isConfirmed(await selectAuthenticator(store.read, userId)),
    async prepare(userId) {
      const secret = createTotpSecret()
      await store.tx(async (db) => {
        if (isConfirmed(await selectAuthenticator(db, userId)))
          fail('VALIDATION_FAILED', 'Two-factor sign-in is on already.')
        await deleteAuthenticator(db, userId)
        const sealed = vault.seal(secret, contextOf(userId))
        await insertAuthenticator(db, { userId, secret: sealed, lastStep: 0, confirmedAt: null, createdAt: db.nowMs() })
      }, underLocks)
      return secret
    },
    async pendingSecret(userId) {
      const row = await selectAuthenticator(store.read, userId)
      return row === undefined || isConfirmed(row) ? undefined : open(userId, row.secret)
    },
    async confirm({ actor, companyId, userId }, code) {
      await takeAttempt(store, { kind: 'code', of: userId, allowed: 10 })
      return store.tx(async (db) => {
        if (isConfirmed(await selectAuthenticator(db, userId)) || !(await isCode(db, userId, digitsOf(code))))
          failCode()
        await updateAuthenticator(db, userId, { confirmedAt: db.nowMs() })
        const codes = Array.from({ length: limits.recoveryCodes }, createRecoveryCode)
        await insertRecoveryCodes(db, userId, codes.map(hashToken))
        await recordAudit(db, { actor, action: 'user.second_factor_on', companyId, target: userId })
        return codes
      }, underLocks)
    },
    async check(userId, code) {
      await takeAttempt(store, { kind: 'code', of: userId, allowed: 10 })
      const isRight = await store.tx(
        async (db) =>
          (isConfirmed(await selectAuthenticator(db, userId)) && (await isCode(db, userId, digitsOf(code)))) ||
          deleteRecoveryCode(db, userId, hashToken(code.trim().toLowerCase())),
        underLocks,
      )
      if (!isRight) failCode()
    },
  }
}

/** Turns the factor off and deletes its recovery codes; nothing happens without one. */
export async function removeSecondFactor(db: Db, { actor, companyId, userId }: FactorAccount): Promise<void> {
  if (!(await deleteAuthenticator(db, userId))) return
  await recordAudit(db, { actor, action: 'user.second_factor_off', companyId, target: userId })
}

/** Visits the sealed secrets of authenticators. */
export const visitSealedAuthenticators: VisitSealedRows = async (db, visit, { after, limit }) => {
  const rows = await lockAuthenticators(db, { after, limit })
  for (const { secret, userId } of rows) {
    const sealed = visit(secret, contextOf(userId))
    if (sealed !== secret) await updateAuthenticator(db, userId, { secret: sealed })
  }
  return rows.length < limit ? undefined : rows.at(-1)?.userId
}

function contextOf(userId: string): SealContext {
  return { purpose: 'second factor', table: 'authenticators', row: userId, project: '' }
}

function isConfirmed(row: { confirmedAt: number | null } | undefined): boolean {
  return row !== undefined && row.confirmedAt !== null
}

// Apps show the digits in groups.
function digitsOf(code: string): string {
  return code.replaceAll(/\s/g, '')
}

/** 50 random bits as two groups of five characters, without those that are easily confused. */
function createRecoveryCode(): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  const text = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => alphabet[byte % 32]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

function failCode(): never {
  const issues: Issue[] = [{ path: '/code', message: 'this code is wrong, was used or has expired' }]
  return fail('VALIDATION_FAILED', { issues })
}
