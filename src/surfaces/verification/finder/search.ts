import { type Address, readAddress } from '../../../deliverability/address/index.ts'
import { type Candidate, type Proof } from '../../../deliverability/finder/index.ts'
import type { MxFinding, MxOutcome } from '../../../deliverability/mx/index.ts'
import type { MailboxProbe } from '../../../deliverability/smtp/index.ts'
import type { Verifier } from '../verifier/index.ts'

/** A guess and its result; without `outcome` it was not probed. */
export interface Tried extends Candidate {
  readonly address: Address
  readonly outcome?: 'accepted' | 'refused' | 'unanswered'
}

/** Reason for the end of a search. */
export type Ending =
  'accepted' | 'catch_all_pattern' | 'unverifiable' | 'not_found' | 'no_mail' | 'unmeasured' | 'harvest_suspected'

export interface Search {
  readonly ending: Ending
  readonly tried: readonly Tried[]
  /** The returned guess and its evidence. */
  readonly found?: { readonly tried: Tried; readonly proof: Proof; readonly probe: MailboxProbe }
  readonly retryAfterMs?: number
}

const isUnreachable: ReadonlySet<MxOutcome> = new Set(['null_mx', 'domain_not_found', 'no_mx', 'private'])
const refused: ReadonlySet<MailboxProbe['outcome']> = new Set(['not_found', 'disabled'])

/**
 * Probes guesses in order, in one session if the server allows it. Stops at the first accepted guess and at the first
 * response that is not about the mailbox.
 */
export async function searchAddress(
  verifier: Pick<Verifier, 'findMail' | 'probe'>,
  { candidates, domain, project }: { candidates: readonly Candidate[]; domain: string; project: string },
  signal: AbortSignal,
): Promise<Search> {
  const mx = await verifier.findMail(domain)
  const guesses = candidates.flatMap((candidate): Tried[] => {
    const address = readAddress(`${candidate.local}@${domain}`)
    return address.valid ? [{ ...candidate, address }] : []
  })
  if (mx.hosts.length === 0) return { ending: isUnreachable.has(mx.outcome) ? 'no_mail' : 'unmeasured', tried: guesses }
  const enough = new AbortController()
  const options = { signal: AbortSignal.any([signal, enough.signal]), project, harvest: { isAlternative: true } }
  const waiting = guesses.map((guess) => ({ guess, probe: verifier.probe(guess.address, mx, options) }))
  try {
    const tried: Tried[] = []
    for (const { guess, probe } of waiting) {
      const result = await probe
      const rest = guesses.slice(tried.length + 1)
      if (refused.has(result.outcome)) {
        tried.push({ ...guess, outcome: 'refused' })
        continue
      }
      const isStopped = result.outcome === 'harvest_suspected'
      const outcome = isAccepted(result) ? 'accepted' : 'unanswered'
      return concludeSearch(result, mx, [...tried, isStopped ? guess : { ...guess, outcome }, ...rest], tried.length)
    }
    return { ending: 'not_found', tried }
  } finally {
    enough.abort()
  }
}

function isAccepted({ outcome }: MailboxProbe): boolean {
  return ['accepted', 'accepted_rate', 'accepted_unverified', 'full_inbox'].includes(outcome)
}

function concludeSearch(probe: MailboxProbe, mx: MxFinding, tried: readonly Tried[], index: number): Search {
  const guess = tried[index]
  if (guess === undefined || !isAccepted(probe)) {
    const { outcome, retryAfterMs } = probe
    const ending = outcome === 'harvest_suspected' ? outcome : 'unmeasured'
    return { ending, tried, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  }
  const conclude = (ending: Ending, proof: Proof): Search => ({ ending, tried, found: { tried: guess, proof, probe } })
  if (probe.outcome === 'full_inbox') return conclude('accepted', 'full')
  if (probe.catchAll === true) return conclude('catch_all_pattern', 'pattern')
  const answering = mx.provider?.answering ?? 'reliable'
  const isSilent = answering === 'unreliable' || answering === 'gateway' || answering === 'accepts_all'
  if (probe.outcome === 'accepted_unverified' || (isSilent && probe.catchAll !== false))
    return conclude('unverifiable', 'pattern')
  // If the server is known to refuse unknown mailboxes, or its provider forbids catch-all probes, acceptance is proof.
  const isProven = probe.catchAll === false || (answering === 'reliable' && mx.provider?.mayProbeCatchAll === false)
  return conclude('accepted', isProven ? 'accepted' : 'undecided')
}
