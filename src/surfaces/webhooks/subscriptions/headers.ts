/**
 * Own headers of a webhook: validated by RFC 9110, sealed like secrets, and masked in every response. `authorization` is
 * allowed, because many receivers require it; what the service sets, frames or routes a request by is not.
 */
import { type Issue, fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Vault } from '../../../platform/identity/index.ts'
import { framingHeaders, isHeaderName, isHeaderValue } from '../../../platform/net/index.ts'
import { headerContext } from '../secret-context.ts'
import { headerMask } from './contract.ts'
import type { WebhookRow } from './store.ts'

type StoredHeader = NonNullable<WebhookRow['headers']>[number]

// Set by the service, or evaluated by proxies as facts about the connection.
const reserved =
  /^(webhook-.*|svc-.*|content-.*|accept-encoding|user-agent|date|via|forwarded|x-forwarded-.*|x-real-ip|proxy-.*)$/

/**
 * Sealed headers with names in lower case, sorted; null for none. The mask in place of a value keeps the stored value.
 * VALIDATION_FAILED for an invalid, reserved or repeated name, an invalid value, or a mask without a stored value.
 */
export function readHeaders(
  given: Readonly<Record<string, string>>,
  {
    vault,
    webhook,
    before,
  }: {
    vault: Pick<Vault, 'seal'>
    webhook: { id: string; projectId: string }
    before: readonly StoredHeader[] | null
  },
): StoredHeader[] | null {
  const read = new Map<string, StoredHeader>()
  const issues: Issue[] = []
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase()
    const kept = value === headerMask ? before?.find((header) => header.name === lower) : undefined
    const fault = faultOf({ name, value, isRepeated: read.has(lower), isKept: kept !== undefined })
    if (fault !== undefined) issues.push({ path: `/headers/${pointer(name)}`, message: fault })
    else read.set(lower, kept ?? { name: lower, sealed: vault.seal(value, headerContext(webhook, lower)) })
  }
  if (issues.length > 0) fail('VALIDATION_FAILED', { issues })
  return read.size === 0 ? null : [...read.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Names with masks. */
export function presentHeaders(headers: readonly StoredHeader[]): Record<string, string> {
  return Object.fromEntries(headers.map(({ name }) => [name, headerMask]))
}

/** Stored values would be sent to a URL whose owner may not know them, so a new URL needs them again. */
export function requireHeadersAgain(
  given: Readonly<Record<string, string>> | undefined,
  before: readonly StoredHeader[] | null,
): void {
  if (before === null || (given !== undefined && !Object.values(given).includes(headerMask))) return
  const message = 'Send the headers with their values, or {} for none: stored values are not sent to a new url.'
  fail('VALIDATION_FAILED', { issues: [{ path: '/headers', message }] })
}

interface Given {
  name: string
  value: string
  isRepeated: boolean
  isKept: boolean
}

function faultOf({ name, value, isRepeated, isKept }: Given): string | undefined {
  const lower = name.toLowerCase()
  if (!isHeaderName(name)) return "The name must consist of letters, digits and !#$%&'*+-.^_`|~ (RFC 9110 5.6.2)."
  if (name.length > limits.webhookHeaderNameLength)
    return `The name must have at most ${limits.webhookHeaderNameLength} characters.`
  if (reserved.test(lower) || framingHeaders.has(lower)) return `${lower} is reserved; use another name.`
  if (isRepeated) return 'The name is given twice; names are case-insensitive.'
  if (isKept) return undefined
  if (value === headerMask) return 'No value is stored for this header; send its value instead of the mask.'
  if (!isHeaderValue(value) || value.trim() !== value || value === '')
    return 'The value must consist of visible ASCII characters, with spaces and tabs only inside (RFC 9110 5.5).'
  return undefined
}

/** Escapes a name for a JSON Pointer (RFC 6901 3). */
function pointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
