import type { Address } from '../../../deliverability/address/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import type { AddressHash } from '../cache/index.ts'
import { type FeedbackState, recallFeedback } from '../feedback/index.ts'
import { type Listed, findListed } from '../list-entries/index.ts'
import { type Findings, type Step, type Verifier, describeLocally } from '../verifier/index.ts'

/** The entry of a list that decides, otherwise the feedback that counts. */
export interface OwnData {
  readonly listed?: Listed
  readonly feedback?: FeedbackState
}

interface Lookup {
  readonly projectId: string
  readonly hashOf: AddressHash
}

/** What is known about each address, in two queries. */
export async function decideMany(
  db: Db,
  { hashOf, projectId }: Lookup,
  addresses: readonly Address[],
): Promise<OwnData[]> {
  const mailboxes = addresses.map((address) => ({
    domain: address.domain,
    hashes: hashOf.all(projectId, address),
  }))
  const listed = await findListed(db, projectId, mailboxes)
  const feedback = await recallFeedback(
    db,
    projectId,
    mailboxes.flatMap(({ hashes }) => hashes),
  )
  return mailboxes.map(({ hashes }, index) => {
    const entry = listed[index]
    if (entry !== undefined) return { listed: entry }
    const state = hashes.map((hash) => feedback.get(hash)).find((each) => each !== undefined)
    return state === undefined ? {} : { feedback: state }
  })
}

/** True if the verdict needs no query. */
export function isDecided({ feedback, listed }: OwnData): boolean {
  return listed !== undefined || (feedback !== undefined && feedback.kind !== 'delivered')
}

/** Findings that lead to the decided verdict; undefined if it needs a query. */
export async function decidedFindings(
  verifier: Pick<Verifier, 'lists'>,
  address: Address,
  { feedback, listed }: OwnData,
): Promise<Findings | undefined> {
  if (listed !== undefined) return decidedAs(verifier, address, listed.list, listStep(listed))
  if (feedback === undefined || feedback.kind === 'delivered') return undefined
  return decidedAs(verifier, address, feedback.kind, feedbackStep(feedback))
}

async function decidedAs(
  verifier: Pick<Verifier, 'lists'>,
  address: Address,
  decidedBy: NonNullable<Findings['decidedBy']>,
  step: Step,
): Promise<Findings> {
  const syntax: Step = { check: 'syntax', status: 'pass', detail: 'The syntax is valid.' }
  return { ...(await describeLocally(verifier, address)), decidedBy, steps: [syntax, step] }
}

function listStep({ domain, id, kind, list }: Listed): Step {
  const subject = kind === 'address' ? 'The email address' : `The domain ${domain}`
  return {
    check: 'project_list',
    status: list === 'block' ? 'fail' : 'pass',
    detail: `${subject} is on the ${list} list of the project (${id}). Nothing was queried.`,
  }
}

const bounces = { not_found: ': the mailbox does not exist', disabled: ': the mailbox is disabled' }

function feedbackStep({ bounce, daysAgo, kind }: FeedbackState): Step {
  const when = daysAgo === 0 ? 'today' : daysAgo === 1 ? '1 day ago' : `${daysAgo} days ago`
  const details = {
    bounced: `Mail to it bounced ${when}, as reported${bounce == null ? '' : bounces[bounce]}. Nothing was queried.`,
    complained: `The recipient complained ${when}, as reported. Nothing was queried.`,
    delivered: `Mail to it was delivered ${when}, as reported.`,
  }
  const statuses = { bounced: 'fail', complained: 'warn', delivered: 'pass' } as const
  return { check: 'feedback', status: statuses[kind], detail: details[kind] }
}

/** Adds a reported delivery to findings. They are cached without it, because it may be superseded. */
export function withDelivery(findings: Findings, feedback: FeedbackState | undefined): Findings {
  if (feedback?.kind !== 'delivered') return findings
  return { ...findings, deliveredDaysAgo: feedback.daysAgo, steps: [...findings.steps, feedbackStep(feedback)] }
}
