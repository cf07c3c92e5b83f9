import type { MxFinding, MxOutcome } from '../../../deliverability/mx/index.ts'
import type { Findings, Step } from './findings.ts'

interface ListFinding {
  misc: Findings['misc']
  suggestedDomain: string | undefined
  oddity: string | undefined
}

/** Steps of the address lists and provider rules. */
export function describeLists({ misc, oddity, suggestedDomain }: ListFinding): Step[] {
  const said: [isStated: boolean, detail: string][] = [
    [misc.disposable, 'The domain provides disposable mailboxes.'],
    [misc.relay, 'The domain is a forwarding (relay) service.'],
    [misc.role, 'The local part is a role, not a person.'],
    [misc.gibberish, 'The local part looks random.'],
  ]
  const warnings = said
    .filter(([isStated]) => isStated)
    .map(([, detail]): Step => ({ check: 'lists', status: 'warn', detail }))
  return [
    ...(warnings.length > 0
      ? warnings
      : [{ check: 'lists', status: 'pass', detail: 'The email address is on no list.' } as const]),
    ...(oddity === undefined ? [] : [{ check: 'provider_rules', status: 'warn', detail: oddity } as const]),
    ...(suggestedDomain === undefined
      ? []
      : [{ check: 'slip', status: 'warn', detail: `The domain looks like a typo of ${suggestedDomain}.` } as const]),
  ]
}

const outcomes: Readonly<Record<MxOutcome, readonly [Step['status'], string]>> = {
  found: ['pass', 'Mail hosts were found.'],
  implicit: ['warn', 'The domain has no MX record; its A or AAAA record is used (RFC 5321 5.1).'],
  null_mx: ['fail', 'The domain accepts no mail: null MX (RFC 7505).'],
  domain_not_found: ['fail', 'The domain does not exist.'],
  no_mx: ['fail', 'The domain has neither an existing mail host nor an address record.'],
  private: ['fail', 'Every mail host has a private or unreachable IP address.'],
  servfail: ['error', 'The name servers respond with an error.'],
  timeout: ['error', 'The name servers do not respond (timeout).'],
}

/** Steps of the MX lookup. */
export function describeMx({ notes, outcome, provider }: MxFinding, ms: number): Step[] {
  const [status, detail] = outcomes[outcome]
  const by = provider === undefined ? '' : ` Their names are those of ${provider.name}.`
  return [
    { check: 'mx', status, detail: `${detail}${by}`, ms },
    ...notes.slice(0, 5).map((note): Step => ({ check: 'mx', status: 'warn', detail: sentence(note) })),
  ]
}

function sentence(text: string): string {
  // A sentence that begins with a host name is not capitalized.
  if (/^\S+\./.test(text)) return `${text}.`
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
