import { fail } from '../../kernel/errors/index.ts'

const dayMs = 86_400_000

/**
 * Expiry of a link for visitors without an account, epoch milliseconds: the given one, or after `days`. VALIDATION_FAILED for
 * a time in the past or more than `maxDays` ahead.
 */
export function readLinkExpiry(
  given: string | undefined,
  { days, maxDays, nowMs }: { days: number; maxDays: number; nowMs: number },
): number {
  if (given === undefined) return nowMs + days * dayMs
  const time = Date.parse(given)
  const refuse = (message: string) => fail('VALIDATION_FAILED', { issues: [{ path: '/expires_at', message }] })
  if (time <= nowMs) refuse('Must be in the future.')
  if (time > nowMs + maxDays * dayMs) refuse(`Must be at most ${maxDays} days from now.`)
  return time
}
