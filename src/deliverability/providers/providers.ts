import rows from './providers.json' with { type: 'json' }

/**
 * What a provider is to the owner of an address. `gateway` filters for somebody else's mailboxes; `forwarding` hands mail on;
 * `parked` answers for domains nobody uses.
 */
export type ProviderCategory = keyof typeof rows

/**
 * What an accepted recipient is worth there. `reputable`: true as long as the asking address has a good name; `unreliable`:
 * the answer says nothing; `gateway` and `accepts_all`: everybody is accepted, or may be.
 */
export type Answering = 'reliable' | 'reputable' | 'unreliable' | 'gateway' | 'accepts_all'

/** One provider, and how it is queried. */
export interface MailProvider {
  readonly id: string
  readonly name: string
  readonly category: ProviderCategory
  readonly answering: Answering
  /** Whether an address at random is worth requesting: not where everybody, or nobody unknown, is known to be accepted. */
  readonly mayProbeCatchAll: boolean
  /** Sessions at one time from one address of ours. */
  readonly maxSessions: number
  /** How long an answer to RCPT may take, milliseconds, where it is longer than elsewhere. */
  readonly recipientMs?: number
}

type Manner = Pick<MailProvider, 'answering' | 'mayProbeCatchAll' | 'maxSessions' | 'recipientMs'>

const byCategory: Record<ProviderCategory, Manner> = {
  'mailbox-consumer': { answering: 'reputable', mayProbeCatchAll: true, maxSessions: 2 },
  'mailbox-business': { answering: 'reliable', mayProbeCatchAll: true, maxSessions: 2 },
  'mailbox-hosting': { answering: 'reliable', mayProbeCatchAll: true, maxSessions: 3 },
  gateway: { answering: 'gateway', mayProbeCatchAll: true, maxSessions: 1 },
  forwarding: { answering: 'accepts_all', mayProbeCatchAll: true, maxSessions: 2 },
  disposable: { answering: 'accepts_all', mayProbeCatchAll: false, maxSessions: 2 },
  parked: { answering: 'accepts_all', mayProbeCatchAll: true, maxSessions: 2 },
}

/** Where one provider differs from the others of its kind. */
const exceptions: Record<string, Partial<Manner>> = {
  // Unknown users are refused for certain; an address at random would only cost standing.
  'google-consumer': { answering: 'reliable', mayProbeCatchAll: false },
  'microsoft-consumer': { mayProbeCatchAll: false, maxSessions: 1 },
  // Directory-Based Edge Blocking refuses unknown users, unless the tenant relays to servers of its own.
  'microsoft-365': { answering: 'reputable' },
  yahoo: { answering: 'unreliable', mayProbeCatchAll: false, maxSessions: 1 },
  icloud: { maxSessions: 1 },
  proton: { answering: 'reliable' },
  // It asks the customer's server while the client waits.
  spamexperts: { mayProbeCatchAll: false, recipientMs: 45_000 },
}

const byHost = new Map<string, MailProvider>()
for (const [category, providers] of Object.entries(rows) as [ProviderCategory, (typeof rows)[ProviderCategory]][])
  for (const { id, name, hosts } of providers)
    for (const host of hosts) byHost.set(host, { id, name, category, ...byCategory[category], ...exceptions[id] })

/** The provider behind a mail host, by the longest ending of its name that is known; undefined for everybody else’s servers. */
export function providerOf(host: string): MailProvider | undefined {
  const labels = host.replace(/\.$/, '').toLowerCase().split('.')
  for (let from = 0; from < labels.length; from++) {
    const provider = byHost.get(labels.slice(from).join('.'))
    if (provider !== undefined) return provider
  }
  return undefined
}
