/** Rules of a provider for local parts, and for spellings that it delivers to the same mailbox. */
export interface MailboxRules {
  readonly name: string
  readonly domains: readonly string[]
  /** The main domain, if this one is an alias. */
  readonly canonical?: string
  /** Separator of a suffix that delivery ignores. */
  readonly tag?: '+'
  readonly ignoresDots?: true
  /** Allowed local parts in lowercase, without suffix and ignored dots. */
  readonly names: RegExp
}

/** From the help pages of the providers. Mailboxes from before these rules exist, so breaking a rule proves nothing. */
const rules: readonly MailboxRules[] = [
  {
    name: 'Gmail',
    domains: ['gmail.com', 'googlemail.com'],
    canonical: 'gmail.com',
    tag: '+',
    ignoresDots: true,
    names: /^[a-z0-9]{6,30}$/,
  },
  {
    name: 'Outlook.com',
    domains: [
      'outlook.com',
      'hotmail.com',
      'live.com',
      'msn.com',
      'hotmail.co.uk',
      'hotmail.fr',
      'outlook.fr',
      'outlook.de',
    ],
    tag: '+',
    names: /^[a-z0-9][a-z0-9._-]{0,63}$/,
  },
  // Disposable addresses of Yahoo (base-keyword) are created one by one, so the part after the hyphen belongs to the name.
  {
    name: 'Yahoo',
    domains: ['yahoo.com', 'ymail.com', 'rocketmail.com', 'yahoo.co.uk', 'yahoo.fr', 'yahoo.de'],
    names: /^[a-z0-9][a-z0-9._-]{2,63}$/,
  },
  { name: 'iCloud', domains: ['icloud.com', 'me.com', 'mac.com'], tag: '+', names: /^[a-z][a-z0-9._-]{2,63}$/ },
  { name: 'Proton', domains: ['proton.me', 'protonmail.com', 'pm.me'], tag: '+', names: /^[a-z0-9][a-z0-9._-]{0,39}$/ },
  { name: 'Fastmail', domains: ['fastmail.com', 'fastmail.fm'], tag: '+', names: /^[a-z][a-z0-9._-]{1,39}$/ },
]

const byDomain = new Map(rules.flatMap((each) => each.domains.map((domain) => [domain, each])))

/** Undefined for other domains, also those hosted at the provider. */
export function mailboxRulesOf(domain: string): MailboxRules | undefined {
  return byDomain.get(domain)
}

/** The mailbox of a lowercase local part: without the suffix, and the dots that the provider ignores. */
export function mailboxName(local: string, { ignoresDots, tag }: Pick<MailboxRules, 'ignoresDots' | 'tag'>): string {
  const at = tag === undefined ? -1 : local.indexOf(tag)
  const name = at > 0 ? local.slice(0, at) : local
  return ignoresDots === true ? name.replaceAll('.', '') : name
}

/** Carriers that issued names with consecutive or trailing dots, which are still in use. */
const dotted = new Set(['docomo.ne.jp', 'ezweb.ne.jp'])

/** Quotes the local part if only its dots break the rules, and the provider issued such names. */
export function quoteDots(text: string): string | undefined {
  const [, local, domain] = /^([a-z0-9][a-z0-9._+-]*)@([a-z.]+)$/i.exec(text) ?? []
  const isDotted = local !== undefined && domain !== undefined && /\.\.|\.$/.test(local)
  return isDotted && dotted.has(domain.toLowerCase()) ? `"${local}"@${domain}` : undefined
}
