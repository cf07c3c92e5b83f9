import rows from './providers.json' with { type: 'json' }

/** `gateway` filters mail for mailboxes hosted elsewhere; `forwarding` forwards mail; `parked` serves unused domains. */
export type ProviderCategory = keyof typeof rows

/**
 * Meaning of an accepted recipient. `reputable`: true while the IP address of the client has a good reputation;
 * `unreliable`: meaningless; `gateway` and `accepts_all`: every recipient is or may be accepted.
 */
export type Answering = 'reliable' | 'reputable' | 'unreliable' | 'gateway' | 'accepts_all'

/** A provider and the options of its probes. */
export interface MailProvider {
  readonly id: string
  readonly name: string
  readonly category: ProviderCategory
  readonly answering: Answering
  /** False if the provider is known to accept every recipient, or to refuse unknown ones. */
  readonly mayProbeCatchAll: boolean
  /** Concurrent sessions from one IP address. */
  readonly maxSessions: number
  /** Timeout of RCPT in milliseconds, if longer than the default. */
  readonly recipientMs?: number
}

type ProbingBehavior = Pick<MailProvider, 'answering' | 'mayProbeCatchAll' | 'maxSessions' | 'recipientMs'>

const byCategory: Record<ProviderCategory, ProbingBehavior> = {
  'mailbox-consumer': { answering: 'reputable', mayProbeCatchAll: true, maxSessions: 2 },
  'mailbox-business': { answering: 'reliable', mayProbeCatchAll: true, maxSessions: 2 },
  'mailbox-hosting': { answering: 'reliable', mayProbeCatchAll: true, maxSessions: 3 },
  gateway: { answering: 'gateway', mayProbeCatchAll: true, maxSessions: 1 },
  forwarding: { answering: 'accepts_all', mayProbeCatchAll: true, maxSessions: 2 },
  disposable: { answering: 'accepts_all', mayProbeCatchAll: false, maxSessions: 2 },
  parked: { answering: 'accepts_all', mayProbeCatchAll: true, maxSessions: 2 },
}

/** Deviations of single providers from their category. */
const exceptions: Record<string, Partial<ProbingBehavior>> = {
  // Unknown recipients are refused reliably; probing a random one would only cost reputation.
  'google-consumer': { answering: 'reliable', mayProbeCatchAll: false },
  'microsoft-consumer': { mayProbeCatchAll: false, maxSessions: 1 },
  // Directory-Based Edge Blocking refuses unknown recipients, unless the tenant relays to its own servers.
  'microsoft-365': { answering: 'reputable' },
  yahoo: { answering: 'unreliable', mayProbeCatchAll: false, maxSessions: 1 },
  icloud: { maxSessions: 1 },
  proton: { answering: 'reliable' },
  // It queries the server of its customer while the client waits.
  spamexperts: { mayProbeCatchAll: false, recipientMs: 45_000 },
}

const byHost = new Map<string, MailProvider>()
for (const [category, providers] of Object.entries(rows) as [ProviderCategory, (typeof rows)[ProviderCategory]][])
  for (const { id, name, hosts } of providers)
    for (const host of hosts) byHost.set(host, { id, name, category, ...byCategory[category], ...exceptions[id] })

/** The provider of a mail host, by the longest matching suffix; undefined for other servers. */
export function providerOf(host: string): MailProvider | undefined {
  const labels = host.replace(/\.$/, '').toLowerCase().split('.')
  for (let from = 0; from < labels.length; from++) {
    const provider = byHost.get(labels.slice(from).join('.'))
    if (provider !== undefined) return provider
  }
  return undefined
}
