/** What a provider lets its mailboxes be called, and which spellings it delivers to the same one. */
export interface MailboxRules {
  readonly name: string
  readonly domains: readonly string[]
  /** The domain that the others are another name of. */
  readonly canonical?: string
  /** What begins a part of the name that the user made up, and that delivery passes over. */
  readonly tag?: '+'
  readonly ignoresDots?: true
  /** The names it gives, in lower case, without tag and ignored dots. */
  readonly names: RegExp
}

/** From the providers' own help pages. Names given under older rules exist, so that breaking a rule proves nothing. */
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
  // A disposable address of Yahoo, base-keyword, is made by hand, so that what follows the hyphen belongs to the name.
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

/** The rules of the provider whose own domain it is; undefined for other domains, those that it hosts too. */
export function mailboxRulesOf(domain: string): MailboxRules | undefined {
  return byDomain.get(domain)
}

/** The name of the mailbox behind a local part in lower case: without the tag, and the dots that the provider ignores. */
export function mailboxName(local: string, { ignoresDots, tag }: Pick<MailboxRules, 'ignoresDots' | 'tag'>): string {
  const at = tag === undefined ? -1 : local.indexOf(tag)
  const name = at > 0 ? local.slice(0, at) : local
  return ignoresDots === true ? name.replaceAll('.', '') : name
}

/** Carriers that gave their customers names with two dots in a row, or one at the end, which are still in use. */
const dotted = new Set(['docomo.ne.jp', 'ezweb.ne.jp'])

/** The address with its name in quotes, where only the dots in it break the rules, and its provider gave such names. */
export function quoteDots(text: string): string | undefined {
  const [, local, domain] = /^([a-z0-9][a-z0-9._+-]*)@([a-z.]+)$/i.exec(text) ?? []
  const isDotted = local !== undefined && domain !== undefined && /\.\.|\.$/.test(local)
  return isDotted && dotted.has(domain.toLowerCase()) ? `"${local}"@${domain}` : undefined
}
