import { Value } from '@sinclair/typebox/value'
import { fail } from '../../kernel/errors/index.ts'
import { GivenName } from '../../kernel/schema/index.ts'
import { limits } from '../../kernel/limits.ts'

/** The name without surrounding space, or VALIDATION_FAILED: commands reach the rules without a schema before them. */
export function checkName(name: string, path = '/name'): string {
  const trimmed = name.trim()
  if (Value.Check(GivenName, trimmed) && trimmed.isWellFormed()) return trimmed
  const message = `must have 1 to ${limits.nameLength} characters, at least one visible, and no control characters`
  return fail('VALIDATION_FAILED', { issues: [{ path, message }] })
}
