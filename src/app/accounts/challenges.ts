import { limits } from '../../kernel/limits.ts'
import type { Vault } from '../../platform/identity/index.ts'

/** Signed proofs that a browser has sent the right password, until it sends the code. */
interface Challenges {
  issue(userId: string): string
  /** Id of the account; undefined for a proof that is forged or has expired. */
  read(challenge: string): string | undefined
}

export function createChallenges(vault: Pick<Vault, 'sign' | 'verify'>, nowMs: () => number): Challenges {
  const payload = (userId: string, expiresAt: string) => `svc sign-in code ${userId} ${expiresAt}`
  return {
    issue(userId) {
      const expiresAt = String(nowMs() + limits.codeSeconds * 1000)
      return `${userId}.${expiresAt}.${vault.sign(payload(userId, expiresAt))}`
    },
    read(challenge) {
      const [userId = '', expiresAt = '', signature = ''] = challenge.split('.')
      if (!vault.verify(payload(userId, expiresAt), signature)) return undefined
      return Number(expiresAt) > nowMs() ? userId : undefined
    },
  }
}
