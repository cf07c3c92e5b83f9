import { type Issue, fail } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'

/**
 * Checks a project's allowed origins and removes duplicates. Each must be an exact origin as sent by the browser (RFC 6454
 * 6.2); `*` must be the only entry and is for development.
 */
export function checkOrigins(origins: readonly string[], path = '/allowed_origins'): string[] {
  const unique = [...new Set(origins)]
  const issues: Issue[] = []
  if (unique.length > limits.allowedOrigins) {
    issues.push({ path, message: `at most ${limits.allowedOrigins} origins` })
  }
  for (const [index, origin] of origins.entries()) {
    const message = whatIsWrong(origin, unique.length)
    if (message) issues.push({ path: `${path}/${index}`, message })
  }
  return issues.length > 0 ? fail('VALIDATION_FAILED', { issues }) : unique
}

function whatIsWrong(origin: string, count: number): string | undefined {
  if (origin === '*') return count === 1 ? undefined : '"*" already allows every origin; list it alone or not at all'
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'write an origin such as "https://app.example.com"'
  }
  if (url.hostname.includes('*')) return 'list each host; "*" allows every origin only as the single entry'
  // The browser's Origin header is compared byte for byte, so a path, a default port or capitals would never match.
  return url.origin === origin ? undefined : `write it as "${url.origin}"`
}
