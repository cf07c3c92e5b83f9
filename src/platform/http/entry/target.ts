import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'

// What is not ASCII never is in a target unescaped; `%` needs a closer look.
const unusual = /[^\x21-\x24\x26-\x7e]/

/** Refuses a request target that cannot be read: too long, not URI characters, broken percent-encoding, NUL. */
export function checkTarget(path: string, search: string): void {
  if (path.length + search.length > limits.requestTargetBytes)
    fail('MALFORMED_REQUEST', `The path and query may hold ${limits.requestTargetBytes} bytes.`)
  if (!unusual.test(path) && !unusual.test(search)) return
  checkEncoding(path, 'path')
  checkEncoding(search, 'query')
}

/** Refuses a request with two Host fields (RFC 9112 3.2), which the runtime joins by a comma; no host has one. */
export function checkHost({ headers }: Request): void {
  if (headers.get('host')?.includes(',')) fail('MALFORMED_REQUEST', 'A request names one Host.')
}

function checkEncoding(text: string, part: 'path' | 'query'): void {
  if (/%00/.test(text) || text.includes('\0')) fail('MALFORMED_REQUEST', `The ${part} holds a NUL character.`)
  // RFC 3986 2: a target is ASCII; what else stands there was not encoded.
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
