/** Kinds of ids by prefix. */
const idPrefixes = {
  company: 'com',
  project: 'prj',
  key: 'key',
  user: 'usr',
  template: 'tpl',
  folder: 'fld',
  module: 'mod',
  version: 'ver',
  review: 'rvw',
  reviewLink: 'rvl',
  comment: 'cmt',
  permission: 'prm',
  asset: 'ast',
  export: 'exp',
  connection: 'con',
  push: 'psh',
  job: 'job',
  webhook: 'whk',
  delivery: 'dlv',
  event: 'evt',
  domain: 'dom',
  report: 'rpt',
  plan: 'pln',
  alert: 'alr',
  incident: 'inc',
  mailbox: 'mbx',
  domainGroup: 'dgr',
  groupLink: 'dgl',
  ampSender: 'amp',
  ampPreflight: 'pfl',
  session: 'ses',
  audit: 'aud',
  request: 'req',
  hold: 'hld',
  listEntry: 'lse',
  invitation: 'inv',
  connectedApp: 'app',
  passkey: 'psk',
  loggedRequest: 'lrq',
  portalLink: 'wpl',
  sampleRecipient: 'srp',
} as const

export type IdPrefix = keyof typeof idPrefixes

// Crockford base32: without i, l, o, u, which are easily confused.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeLength = 10
const randomLength = 16

/** Random digits at the end of an id that each step changes: 60 bits. */
const stepLength = 12

/** A clock that goes back further was corrected: ids of the time before would stay in the future for as long. */
const correctedMs = 12 * 60 * 60 * 1000

let lastTime = 0
let lastRandom: number[] = []

/**
 * A new id: prefix, `_`, 10 characters of milliseconds and 16 of randomness (the ULID layout), increasing within one process
 * even if the clock stops or goes back by hours. Ids of one millisecond are a random 60-bit step apart, so that the next one cannot
 * be guessed.
 */
export function createId(kind: IdPrefix, nowMs: number = Date.now()): string {
  if (nowMs > lastTime || nowMs < lastTime - correctedMs) restart(nowMs)
  else if (!step(lastRandom)) restart(lastTime + 1)
  let body = printTime(lastTime)
  for (const digit of lastRandom) body += alphabet[digit]
  return `${idPrefixes[kind]}_${body}`
}

/** The smallest possible id of that moment, epoch milliseconds: a bound for ranges of ids. */
export function firstId(kind: IdPrefix, atMs: number): string {
  return `${idPrefixes[kind]}_${printTime(Math.max(0, atMs))}${'0'.repeat(randomLength)}`
}

/** True if the text has the syntax of an id of that kind, whether the resource exists or not. */
export function isId(kind: IdPrefix, text: string): boolean {
  return new RegExp(idPattern(kind)).test(text)
}

/** The regular expression source of ids of a kind, for schemas. */
export function idPattern(kind: IdPrefix): string {
  return `^${idPrefixes[kind]}_[0-9a-hjkmnp-tv-z]{${timeLength + randomLength}}$`
}

/** Kinds that no operation accepts in place of an external id: their prefixes would change the published pattern of those. */
const unreferenced: ReadonlySet<string> = new Set<IdPrefix>([
  'plan',
  'ampPreflight',
  'alert',
  'incident',
  'mailbox',
  'domainGroup',
  'groupLink',
  'portalLink',
  'sampleRecipient',
  'connectedApp',
  'listEntry',
])

/** The regular expression source of ids of any kind that external ids must not look like, without anchors. */
export function anyIdPattern(): string {
  const prefixes = Object.entries(idPrefixes).flatMap(([kind, prefix]) => (unreferenced.has(kind) ? [] : [prefix]))
  return `(?:${prefixes.join('|')})_[0-9a-hjkmnp-tv-z]{${timeLength + randomLength}}`
}

function printTime(timeMs: number): string {
  let time = timeMs
  let text = ''
  for (let i = 0; i < timeLength; i++) {
    text = alphabet[time % 32] + text
    time = Math.floor(time / 32)
  }
  return text
}

function restart(timeMs: number): void {
  lastTime = timeMs
  lastRandom = Array.from({ length: randomLength }, randomDigit)
}

/** Adds a random number of 1 to 2^60 to the digits; false on overflow. */
function step(digits: number[]): boolean {
  let carry = 1
  for (let at = randomLength - 1; at >= 0; at--) {
    const sum = (digits[at] ?? 0) + carry + (at >= randomLength - stepLength ? randomDigit() : 0)
    digits[at] = sum & 31
    carry = sum >> 5
    if (carry === 0 && at < randomLength - stepLength) return true
  }
  return carry === 0
}

// Random bytes are generated in bulk: a call for each id would take longer than the id.
const rendered = new Uint8Array(4096)
let used = rendered.length

function randomDigit(): number {
  if (used === rendered.length) {
    crypto.getRandomValues(rendered)
    used = 0
  }
  return (rendered[used++] ?? 0) & 31
}
