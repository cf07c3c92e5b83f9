import type { MxFinding, MxOutcome } from '../../../deliverability/mx/index.ts'
import type { Findings, Step } from './findings.ts'

interface ListFinding {
  misc: Findings['misc']
  suggestedDomain: string | undefined
  oddity: string | undefined
}

/** What the lists and the rules of providers say, as steps. */
export function describeLists({ misc, oddity, suggestedDomain }: ListFinding): Step[] {
  const said: [isStated: boolean, detail: string][] = [
    [misc.disposable, 'The domain gives mailboxes that are thrown away.'],
    [misc.relay, 'The domain hands mail on to a secret address.'],
    [misc.role, 'The name is a task, not a person.'],
    [misc.gibberish, 'The name looks like letters at random.'],
  ]
  const warnings = said
    .filter(([isStated]) => isStated)
    .map(([, detail]): Step => ({ check: 'lists', status: 'warn', detail }))
  return [
    ...(warnings.length > 0 ? warnings : [{ check: 'lists', status: 'pass', detail: 'No list has it.' } as const]),
    ...(oddity === undefined ? [] : [{ check: 'provider_rules', status: 'warn', detail: oddity } as const]),
    ...(suggestedDomain === undefined
      ? []
      : [{ check: 'slip', status: 'warn', detail: `The domain looks like ${suggestedDomain} mistyped.` } as const]),
  ]
}

const outcomes: Readonly<Record<MxOutcome, readonly [Step['status'], string]>> = {
  found: ['pass', 'Mail hosts were found.'],
  implicit: ['warn', 'The domain names no mail host; its own address takes mail (RFC 5321 5.1).'],
  null_mx: ['fail', 'The domain says that it takes no mail (RFC 7505).'],
  domain_not_found: ['fail', 'The domain does not exist.'],
  no_mx: ['fail', 'The domain has neither a mail host that exists nor an address.'],
  private: ['fail', 'Every mail host is in a network that nobody outside reaches.'],
  servfail: ['error', 'The name servers answer with an error.'],
  timeout: ['error', 'The name servers do not answer.'],
}

/** Who takes the mail, as steps. */
export function describeMx({ notes, outcome, provider }: MxFinding, ms: number): Step[] {
  const [status, detail] = outcomes[outcome]
  const by = provider === undefined ? '' : ` Their names are those of ${provider.name}.`
  return [
    { check: 'mx', status, detail: `${detail}${by}`, ms },
    ...notes.slice(0, 5).map((note): Step => ({ check: 'mx', status: 'warn', detail: sentence(note) })),
  ]
}

function sentence(text: string): string {
  // A sentence that begins with the name of a host gets no capital.
  if (/^\S+\./.test(text)) return `${text}.`
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
