import { limits } from '../../kernel/limits.ts'

// OWASP's recommendation for argon2id: 19 MiB, two passes.
const argon = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Hashes a password with argon2id. The caller checks its length (`limits.passwordMin`, `passwordMax`). */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(password, argon)
}

let decoy: Promise<string> | undefined

/**
 * True if the password matches the hash. Without a hash (no such account) it takes the same time and returns false, so that
 * the duration does not reveal which email addresses have accounts.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  if (password.length === 0 || password.length > limits.passwordMax) return false
  decoy ??= hashPassword('no account has this password')
  const fits = await Bun.password.verify(password, hash ?? (await decoy)).catch(() => false)
  return fits && hash !== undefined
}
