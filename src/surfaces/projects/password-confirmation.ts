import { type Issue, fail } from '../../kernel/errors/index.ts'
import { verifyPassword } from '../../platform/identity/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import { normalPassword } from './passwords.ts'
import { takeAttempt } from './sign-in-limits.ts'
import { selectUserByEmail } from './store.ts'

/**
 * Confirms that the holder of a session knows the password, before a change that keeps others out. VALIDATION_FAILED at
 * `path` if it is wrong, RATE_LIMIT_EXCEEDED after ten attempts in 15 minutes.
 */
export async function confirmPassword(store: Store, email: string, password: string, path = '/current'): Promise<void> {
  await takeAttempt(store, { kind: 'confirm', of: email, allowed: 10 })
  const row = await selectUserByEmail(store.read, email)
  if (await verifyPassword(normalPassword(password), row?.passwordHash)) return
  const issues: Issue[] = [{ path, message: 'this is not your current password' }]
  fail('VALIDATION_FAILED', { issues })
}
