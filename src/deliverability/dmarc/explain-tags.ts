import { readTags } from '../findings/index.ts'

export interface ExplainedTag {
  readonly tag: string
  readonly value: string
  /** One or two sentences. */
  readonly meaning: string
  /** The section that defines it. */
  readonly reference: string
}

const actions: Readonly<Record<string, string>> = {
  none: 'is delivered as without DMARC; receivers only report it',
  quarantine: 'goes to the spam folder',
  reject: 'is refused',
}

const alignments: Readonly<Record<string, string>> = {
  r: 'belong to the same organizational domain as the From address',
  s: 'be exactly the domain of the From address',
}

const failureOptions: Readonly<Record<string, string>> = {
  0: 'when neither SPF nor DKIM passes with alignment',
  1: 'when SPF or DKIM fails',
  d: 'when a DKIM signature is invalid, aligned or not',
  s: 'when SPF fails, aligned or not',
}

/** Explains each tag of a record in its order: RFC 9989 4.7, and what RFC 7489 readers do with tags that it removed. */
export function explainTags(record: string): ExplainedTag[] {
  return [...readTags(record).tags].map(([tag, value]) => ({ tag, value, ...meaningOf(tag, value) }))
}

function meaningOf(tag: string, value: string): { meaning: string; reference: string } {
  const known = explained[tag]
  if (known === undefined) return { meaning: 'An unknown tag, which receivers ignore.', reference: 'RFC 9989 4.7' }
  return known(value)
}

type Explain = (value: string) => { meaning: string; reference: string }

const current = (meaning: string) => ({ meaning, reference: 'RFC 9989 4.7' })
const removed = (meaning: string) => ({ meaning, reference: 'RFC 7489 6.3; removed in RFC 9989' })

const explained: Readonly<Record<string, Explain>> = {
  v: () => current('Marks the record as DMARC; it must come first.'),
  p: (value) => current(`Mail from the domain that fails DMARC ${actionOf(value)}.`),
  sp: (value) => current(`Mail from subdomains that fails DMARC ${actionOf(value)}. Default: p.`),
  np: (value) => current(`Mail from subdomains that do not exist ${actionOf(value)}. Default: sp, then p.`),
  t: (value) =>
    current(
      isYes(value)
        ? 'Receivers apply the next weaker policy: reject as quarantine, quarantine as none.'
        : 'The policy is in force.',
    ),
  psd: (value) =>
    current(
      isYes(value)
        ? 'The domain is a public suffix: its subdomains belong to different organizations.'
        : 'The domain is an organizational domain; the DNS tree walk stops here.',
    ),
  adkim: (value) => current(`The domain of a DKIM signature must ${alignments[value.toLowerCase()] ?? 'align'}.`),
  aspf: (value) => current(`The domain that passes SPF must ${alignments[value.toLowerCase()] ?? 'align'}.`),
  rua: () => current('Receives aggregate reports, usually one per receiver and day, without message contents.'),
  ruf: () => current('Receives reports about single messages, with parts of them. Few receivers send them.'),
  fo: (value) => {
    const cases = value.split(':').map((each) => failureOptions[each.trim().toLowerCase()] ?? `for “${each.trim()}”`)
    return current(`A failure report is sent ${cases.join(', and ')}.`)
  },
  pct: (value) =>
    removed(
      `Receivers that follow RFC 7489 apply the policy to ${value} % of the failing mail; newer ones ignore the tag.`,
    ),
  rf: () => removed('Format of failure reports; ignored by newer receivers.'),
  ri: (value) => removed(`Requested seconds between reports (${value}); ignored by newer receivers.`),
}

function actionOf(value: string): string {
  return actions[value.toLowerCase()] ?? 'is treated as with p=none, because the value is invalid'
}

function isYes(value: string): boolean {
  return value.toLowerCase() === 'y'
}
