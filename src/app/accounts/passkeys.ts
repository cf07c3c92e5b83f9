/** Passkeys of accounts: keys in devices, password managers and security keys, each with a check of the person. */
import { fail } from '../../kernel/errors/index.ts'
import { createId } from '../../kernel/ids/index.ts'
import { limits } from '../../kernel/limits.ts'
import { recordAudit } from '../../platform/audit/index.ts'
import type { Vault } from '../../platform/identity/index.ts'
import { type Db, type Store, underLocks } from '../../platform/storage/index.ts'
import {
  type PasskeyAssertion,
  type PasskeyRegistration,
  type RelyingParty,
  relyingPartyOf,
  verifyAssertion,
  verifyRegistration,
} from '../../platform/webauthn/index.ts'
import { createPasskeyChallenges } from './passkey-challenges.ts'
import {
  type PasskeyRow,
  countPasskeys,
  deletePasskeys,
  insertPasskey,
  selectPasskeyByCredential,
  selectPasskeys,
  updatePasskeyName,
  updatePasskeyUse,
} from './passkey-store.ts'
import type { FactorAccount } from './second-factor.ts'

/** Options of `navigator.credentials.create`, as `parseCreationOptionsFromJSON` reads them. */
export interface CreationOptions {
  challenge: string
  rp: { id: string; name: string }
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: { type: 'public-key'; alg: number }[]
  timeout: number
  attestation: 'none'
  authenticatorSelection: { residentKey: 'required'; requireResidentKey: true; userVerification: 'required' }
  excludeCredentials: { type: 'public-key'; id: string; transports: string[] }[]
}

/** Options of `navigator.credentials.get`: any passkey of the host name, which names its account. */
export interface RequestOptions {
  challenge: string
  rpId: string
  timeout: number
  userVerification: 'required'
}

/**
 * `late`: the challenge has expired, was used, or belongs to another browser. `unknown`: no account has the passkey. `refused`:
 * the response is not from this passkey, or from a copy of it.
 */
export type PasskeyRefusal = 'late' | 'unknown' | 'refused'

export interface Passkeys {
  /** Undefined if browsers offer no passkeys at the console URL. */
  readonly party: RelyingParty | undefined
  /** LIMIT_REACHED; `token` is that of the session. */
  creationOptions(person: { userId: string; email: string; name: string }, token: string): Promise<CreationOptions>
  /** VALIDATION_FAILED if the response is refused or the passkey exists, LIMIT_REACHED. */
  add(account: FactorAccount, passkey: PasskeyRegistration & { name: string; token: string }): Promise<PasskeyRow>
  /** `token` is that of the browser. Undefined without passkeys at this URL. */
  requestOptions(token: string): RequestOptions | undefined
  /** The account of a passkey that has signed a challenge of the browser. */
  prove(assertion: PasskeyAssertion, token: string): Promise<{ userId: string } | { refusal: PasskeyRefusal }>
}

// EdDSA, ES256 and RS256 (IANA, COSE Algorithms), as Web Authentication recommends.
const algorithms = [-8, -7, -257]

export function createPasskeys({
  appUrl,
  store,
  vault,
}: {
  appUrl: string
  store: Store
  vault: Pick<Vault, 'sign' | 'verify'>
}): Passkeys {
  const party = relyingPartyOf(appUrl)
  const challenges = createPasskeyChallenges(vault, () => store.read.nowMs())
  const timeout = limits.passkeySeconds * 1000
  const requireParty = () =>
    party ?? fail('VALIDATION_FAILED', 'Passkeys need HTTPS and a host name: set SVC_APP_URL to such a URL.')

  /** Verifies one response: which challenge it has signed, and whether that one is valid. */
  function createCheck(purpose: 'add' | 'sign in', token: string) {
    const check = { challenge: '', isLate: false }
    const isChallenge = (challenge: string) => {
      check.challenge = challenge
      check.isLate = !challenges.isValid(challenge, { purpose, token })
      return !check.isLate
    }
    return { check, expected: { party: requireParty(), isChallenge } }
  }

  return {
    party,
    async creationOptions({ email, name, userId }, token) {
      const { id } = requireParty()
      const own = await selectPasskeys(store.read, userId)
      if (own.length >= limits.passkeys) failFull()
      return {
        challenge: encode(challenges.issue({ purpose: 'add', token })),
        rp: { id, name: 'svc' },
        user: { id: encode(userId), name: email, displayName: name },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        timeout,
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        excludeCredentials: own.map(({ credentialId, transports }) => ({
          type: 'public-key',
          id: credentialId,
          transports: transports === '' ? [] : transports.split(' '),
        })),
      }
    },
    async add({ actor, companyId, userId }, { name, token, ...registration }) {
      const { check, expected } = createCheck('add', token)
      const verified = await verifyRegistration(registration, expected)
      if (check.isLate) failCredential('this passkey came too late: add it again')
      if (verified === undefined) return failCredential('this passkey was refused: add it again')
      const { credentialId, publicKey, signCount, transports } = verified
      return store.tx(async (db) => {
        if (!(await challenges.use(db, check.challenge))) failCredential('this passkey was added before')
        if ((await countPasskeys(db, userId)) >= limits.passkeys) failFull()
        const createdAt = db.nowMs()
        const id = createId('passkey', createdAt)
        const row: PasskeyRow = {
          id,
          userId,
          credentialId,
          publicKey,
          signCount,
          name,
          createdAt,
          transports: transports.join(' '),
          lastUsedAt: null,
        }
        if (!(await insertPasskey(db, row))) failCredential('this passkey was added before')
        await recordAudit(db, { actor, action: 'user.passkey_added', companyId, target: userId, detail: { id, name } })
        return row
      }, underLocks)
    },
    requestOptions(token) {
      if (party === undefined) return undefined
      const challenge = encode(challenges.issue({ purpose: 'sign in', token }))
      return { challenge, rpId: party.id, timeout, userVerification: 'required' }
    },
    async prove(assertion, token) {
      const passkey = await selectPasskeyByCredential(store.read, assertion.id)
      if (passkey === undefined) return { refusal: 'unknown' }
      // Another account's name on the response of this passkey.
      if (assertion.userHandle !== encode(passkey.userId)) return { refusal: 'refused' }
      const { check, expected } = createCheck('sign in', token)
      const signCount = await verifyAssertion(assertion, passkey, expected)
      if (check.isLate) return { refusal: 'late' }
      if (signCount === undefined) return { refusal: 'refused' }
      return store.tx(async (db) => {
        if (!(await challenges.use(db, check.challenge))) return { refusal: 'late' as const }
        if (!(await updatePasskeyUse(db, passkey, { signCount, lastUsedAt: db.nowMs() })))
          return { refusal: 'unknown' as const }
        return { userId: passkey.userId }
      }, underLocks)
    },
  }
}

/** Of an account, the first one first. */
export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return selectPasskeys(db, userId)
}

/** VALIDATION_FAILED for a passkey that the account does not have. */
export async function renamePasskey(db: Db, { userId }: FactorAccount, id: string, name: string): Promise<void> {
  if (!(await updatePasskeyName(db, { id, userId, name }))) failGone()
}

/** VALIDATION_FAILED for a passkey that the account does not have. The password of the account stays. */
export async function removePasskey(db: Db, account: FactorAccount, id: string): Promise<void> {
  if ((await deleteAudited(db, account, id)) === 0) failGone()
}

/** All of the account; nothing happens without one. */
export async function removePasskeys(db: Db, account: FactorAccount): Promise<void> {
  await deleteAudited(db, account)
}

async function deleteAudited(db: Db, { actor, companyId, userId }: FactorAccount, id?: string): Promise<number> {
  const removed = await deletePasskeys(db, userId, id)
  for (const detail of removed)
    await recordAudit(db, { actor, action: 'user.passkey_removed', companyId, target: userId, detail })
  return removed.length
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function failFull(): never {
  return fail('LIMIT_REACHED', `An account may have ${limits.passkeys} passkeys. Remove one first.`)
}

function failCredential(message: string): never {
  return fail('VALIDATION_FAILED', { issues: [{ path: '/credential', message }] })
}

function failGone(): never {
  return fail('VALIDATION_FAILED', 'This passkey no longer exists.')
}
