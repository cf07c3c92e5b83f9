import type { ClassifiedStream, Evidence, Sender, SourceClass } from '../senders/index.ts'

/** All mail of one service, or of one IP address without a known service, that has the same class. */
export interface MailSource {
  readonly key: string
  /** Name of the service, or the IP address. */
  readonly name: string
  readonly class: SourceClass
  readonly sender: Sender | undefined
  readonly ips: readonly string[]
  readonly headerFrom: readonly string[]
  /** Organizations whose SPF passed instead of that of the domain. */
  readonly mailers: readonly string[]
  readonly messages: number
  readonly dkimAligned: number
  readonly spfAligned: number
  readonly compliant: number
  /** Of its stream with the largest volume that fails, else of the largest. */
  readonly evidence: readonly Evidence[]
}

export function sourceKey({ class: name, sender, stream }: ClassifiedStream): string {
  return `${name} ${sender?.name ?? stream.ip}`
}

interface Draft {
  readonly first: ClassifiedStream
  readonly ips: Map<string, number>
  readonly headerFrom: Set<string>
  readonly mailers: Set<string>
  messages: number
  dkimAligned: number
  spfAligned: number
  compliant: number
  largest: ClassifiedStream
}

const known = new WeakMap<readonly ClassifiedStream[], MailSource[]>()

/** Computed once for the same mail, which several policies are replayed on. */
export function sourcesOf(classified: readonly ClassifiedStream[]): readonly MailSource[] {
  const found = known.get(classified)
  if (found !== undefined) return found
  const drafts = new Map<string, Draft>()
  for (const each of classified) {
    const key = sourceKey(each)
    let draft = drafts.get(key)
    if (draft === undefined) drafts.set(key, (draft = emptyDraft(each)))
    addTo(draft, each)
  }
  const sources = [...drafts].map(([key, draft]): MailSource => {
    const { compliant, dkimAligned, first, headerFrom, ips, largest, mailers, messages, spfAligned } = draft
    return {
      key,
      name: first.sender?.name ?? first.stream.ip,
      class: first.class,
      sender: first.sender,
      ips:
        ips.size === 1 ? [first.stream.ip] : [...ips].toSorted(([, one], [, other]) => other - one).map(([ip]) => ip),
      headerFrom: [...headerFrom],
      mailers: [...mailers],
      messages,
      dkimAligned,
      spfAligned,
      compliant,
      evidence: largest.evidence,
    }
  })
  known.set(classified, sources)
  return sources
}

function emptyDraft(first: ClassifiedStream): Draft {
  const none = { messages: 0, dkimAligned: 0, spfAligned: 0, compliant: 0 }
  return { first, ips: new Map(), headerFrom: new Set(), mailers: new Set(), ...none, largest: first }
}

function addTo(draft: Draft, each: ClassifiedStream): void {
  const { dkimAligned, headerFrom, ip, mailer, messages, spfAligned } = each.stream
  draft.messages += messages
  if (dkimAligned) draft.dkimAligned += messages
  if (spfAligned) draft.spfAligned += messages
  if (dkimAligned || spfAligned) draft.compliant += messages
  draft.ips.set(ip, (draft.ips.get(ip) ?? 0) + messages)
  draft.headerFrom.add(headerFrom)
  if (mailer !== '' && !spfAligned) draft.mailers.add(mailer)
  if (rank(each) > rank(draft.largest)) draft.largest = each
}

// Failing mail ranks before all that is aligned.
function rank({ stream }: ClassifiedStream): number {
  return stream.dkimAligned || stream.spfAligned ? -1 / stream.messages : stream.messages
}
