import { limits } from '../../kernel/limits.ts'

// OWASP's recommendation for argon2id: 19 MiB, two passes.
const argon = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Hashes a password with argon2id. Its length is the caller's to check (`limits.passwordMin`, `passwordMax`). */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(password, argon)
}

let decoy: Promise<string> | undefined

/**
 * Whether the password fits the hash. Without a hash (no such account) it works as long and answers false,
 * so the time does not tell which addresses have accounts.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  if (password.length === 0 || password.length > limits.passwordMax) return false
  decoy ??= hashPassword('no account has this password')
  const fits = await Bun.password.verify(password, hash ?? (await decoy)).catch(() => false)
  return fits && hash !== undefined
}
