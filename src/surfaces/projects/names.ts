import { Value } from '@sinclair/typebox/value'
import { fail } from '../../kernel/errors/index.ts'
import { GivenName } from '../../kernel/schema/index.ts'
import { limits } from '../../kernel/limits.ts'

/** Trims the name. VALIDATION_FAILED if it is invalid: names from the command line are not validated by a schema. */
export function checkName(name: string, path = '/name'): string {
  const trimmed = name.trim()
  if (Value.Check(GivenName, trimmed) && trimmed.isWellFormed()) return trimmed
  const message = `must have 1 to ${limits.nameLength} characters, at least one visible, and no control characters`
  return fail('VALIDATION_FAILED', { issues: [{ path, message }] })
}
