import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'

// Non-ASCII characters and `%` need the full check.
const unusual = /[^\x21-\x24\x26-\x7e]/

/** Refuses a request target that is too long, or has characters outside of URIs, broken percent-encoding or NUL. */
export function checkTarget(path: string, search: string): void {
  if (path.length + search.length > limits.requestTargetBytes)
    fail('MALFORMED_REQUEST', `The path and query exceed ${limits.requestTargetBytes} bytes.`)
  if (!unusual.test(path) && !unusual.test(search)) return
  checkEncoding(path, 'path')
  checkEncoding(search, 'query')
}

/** Refuses a request with two Host fields (RFC 9112 3.2). The runtime joins them by a comma, which no host contains. */
export function checkHost({ headers }: Request): void {
  if (headers.get('host')?.includes(',')) fail('MALFORMED_REQUEST', 'The request has more than one Host.')
}

function checkEncoding(text: string, part: 'path' | 'query'): void {
  if (/%00/.test(text) || text.includes('\0')) fail('MALFORMED_REQUEST', `The ${part} contains a NUL character.`)
  // RFC 3986 2: a target is ASCII; other characters were not encoded.
  if (/[^\x21-\x7e]/.test(text) || !decodes(text))
    fail('MALFORMED_REQUEST', `The ${part} is not percent-encoded UTF-8.`)
}

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
