/** What the holder of a link to a group sees: figures of its domains, no reports and no addresses. */
import { fail } from '../../../../kernel/errors/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { hasScope } from '../../../../platform/identity/index.ts'
import { noteOpened, openLink } from '../../../../platform/links/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { printDay } from '../../days.ts'
import { type DomainRow, type Verification, recentDays, selectDomains } from '../../domains/index.ts'
import { loadGroup } from '../group/groups.ts'
import { type Figures, groupLinks, selectDayFigures, selectDomainFigures } from './store.ts'

const noFigures: Figures = { messages: 0, compliant: 0, stopped: 0 }

export interface ClientDomain extends Figures {
  readonly domain: string
  /** The published policy; null without a record, undefined while no check could measure it. */
  readonly policy: 'none' | 'quarantine' | 'reject' | null | undefined
  /** Figures of as many days before. */
  readonly before: Figures
  /** Day of the last report; null without one. */
  readonly lastReport: string | null
}

/** The figures of the last 30 days as a client sees them. */
export interface ClientReport {
  readonly client: string
  readonly group: string
  readonly isOpened: boolean
  /** ISO days. */
  readonly from: string
  readonly to: string
  readonly total: Figures
  readonly before: Figures
  /** The largest volume first, at most `limits.dmarcClientDomains`. */
  readonly domains: readonly ClientDomain[]
  /** Domains that are in the totals and not in the list. */
  readonly more: number
  /** Every day of the range in order. */
  readonly days: readonly (Figures & { readonly day: string })[]
}

/** LINK_INVALID for a revoked or unknown link, and one whose creator may not see the group any more; LINK_EXPIRED. */
export async function openGroupLink(db: Db, token: string): Promise<ClientReport> {
  const { link, creator } = await openLink(db, groupLinks, token)
  if (!hasScope(creator, 'dmarc')) return fail('LINK_INVALID')
  const { projectId } = link
  const group = await loadGroup(db, creator, link.groupId)
  const domains = (await selectDomains(db, projectId)).filter(({ groupName }) => groupName === group.name)
  const numbers = domains.map(({ no }) => no)
  const range = recentDays(db.nowMs())
  const length = range.toDay - range.fromDay + 1
  const earlier = { fromDay: range.fromDay - length, toDay: range.fromDay - 1 }
  const [now, before, perDay] = await Promise.all([
    selectDomainFigures(db, numbers, range),
    selectDomainFigures(db, numbers, earlier),
    selectDayFigures(db, numbers, range),
  ])
  const shown = domains
    .map((row) => clientDomain(row, now.get(row.no) ?? noFigures, before.get(row.no) ?? noFigures))
    .toSorted((a, b) => b.messages - a.messages || (a.domain < b.domain ? -1 : 1))
  return {
    client: link.name,
    group: group.name,
    isOpened: link.openedAt !== null,
    from: printDay(range.fromDay),
    to: printDay(range.toDay),
    total: sumOf(now.values()),
    before: sumOf(before.values()),
    domains: shown.slice(0, limits.dmarcClientDomains),
    more: Math.max(0, shown.length - limits.dmarcClientDomains),
    days: Array.from({ length }, (_, index) => {
      const day = range.fromDay + index
      return { day: printDay(day), ...(perDay.get(day) ?? noFigures) }
    }),
  }
}

/** Records that the link was opened, the first time. Fails like `openGroupLink`. */
export async function noteGroupLinkOpened(db: Db, token: string): Promise<void> {
  const { link } = await openLink(db, groupLinks, token)
  await noteOpened(db, groupLinks, link)
}

function clientDomain(row: DomainRow, figures: Figures, before: Figures): ClientDomain {
  const verification = row.verification as Verification | null
  const policy = verification?.state === 'unmeasured' ? undefined : verification?.policy
  const { domain, lastReportAt } = row
  const lastReport = lastReportAt === null ? null : new Date(lastReportAt).toISOString().slice(0, 10)
  return { domain, policy, before, lastReport, ...figures }
}

function sumOf(all: Iterable<Figures>): Figures {
  let [messages, compliant, stopped] = [0, 0, 0]
  for (const each of all) {
    messages += each.messages
    compliant += each.compliant
    stopped += each.stopped
  }
  return { messages, compliant, stopped }
}
