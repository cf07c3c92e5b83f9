import { limits } from '../../kernel/limits.ts'
import type { Vault } from '../../platform/identity/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { insertUsedChallenge } from './passkey-store.ts'
import { createToken, hashToken } from './token.ts'

/** Purpose of a challenge, and the token of the session or browser that may use it. */
export interface ChallengeBinding {
  purpose: 'add' | 'sign in'
  token: string
}

/** Texts that a passkey signs: they belong to one browser and expire, and only used ones are stored. */
export interface PasskeyChallenges {
  issue(binding: ChallengeBinding): string
  /** False if it is forged, has expired, or belongs to another browser or purpose. */
  isValid(challenge: string, binding: ChallengeBinding): boolean
  /** False the second time. */
  use(db: Db, challenge: string): Promise<boolean>
}

export function createPasskeyChallenges(vault: Pick<Vault, 'sign' | 'verify'>, nowMs: () => number): PasskeyChallenges {
  const payload = ({ purpose, token }: ChallengeBinding, expiresAt: string, nonce: string) =>
    `svc passkey ${purpose} ${hashToken(token)} ${expiresAt} ${nonce}`
  return {
    issue(binding) {
      const expiresAt = String(nowMs() + limits.passkeySeconds * 1000)
      const nonce = createToken()
      return `${expiresAt}.${nonce}.${vault.sign(payload(binding, expiresAt, nonce))}`
    },
    isValid(challenge, binding) {
      const [expiresAt = '', nonce = '', signature = ''] = challenge.split('.')
      return vault.verify(payload(binding, expiresAt, nonce), signature) && Number(expiresAt) > nowMs()
    },
    use: (db, challenge) =>
      insertUsedChallenge(db, { hash: hashToken(challenge), expiresAt: Number(challenge.split('.')[0]) }),
  }
}
