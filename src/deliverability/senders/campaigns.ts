import { isListName, isMailName } from './host-names.ts'
import { mayForward } from './senders.ts'
import type { ClassContext, MailStream } from './streams.ts'

/** Hosts that start within a week and send on few days, without any authentication, at least this many together. */
const minHosts = 15
const weekDays = 7
const maxDays = 8
const maxSpan = 14
/** A week of a campaign has this many times the hosts of an average week. */
const minRatio = 3
/** Fewer hosts are a campaign if chance alone brings that many together more rarely than this. */
const minFewHosts = 4
/** With fewer weeks, what is usual is not known. */
const minWeeks = 4
const maxChance = 0.0005

interface CampaignContext extends Pick<ClassContext, 'hosts'> {
  /** Of all mail. */
  readonly firstDay: number
  readonly lastDay: number
}

/** How many hosts took part in the campaign of a stream; undefined without one. */
export type Campaigns = (stream: MailStream) => number | undefined

/** Finds weeks in which many hosts appeared that nothing authenticates, as a botnet does and forwarders do not. */
export function findCampaigns(
  streams: readonly MailStream[],
  { firstDay, hosts, lastDay }: CampaignContext,
): Campaigns {
  const resending = new Set(streams.filter((each) => each.dkimAligned || resends(each, hosts)).map(({ ip }) => ip))
  const isCandidate = (stream: MailStream) => isBrief(stream) && !resending.has(stream.ip)
  const starts = new Map<string, number>()
  for (const stream of streams) {
    if (!isCandidate(stream)) continue
    starts.set(stream.ip, Math.min(starts.get(stream.ip) ?? Infinity, stream.firstDay))
  }
  const days = [...starts.values()]
  if (days.length < minFewHosts) return () => undefined
  const perDay = new Map<number, number>()
  for (const day of days) perDay.set(day, (perDay.get(day) ?? 0) + 1)
  const { expected, typical } = estimateWeek(perDay, { firstDay, lastDay })
  const around = new Map<number, number>()
  for (const day of perDay.keys()) around.set(day, weekAround(perDay, day))
  return (stream) => {
    const together = isCandidate(stream) ? (around.get(starts.get(stream.ip) ?? -1) ?? 0) : 0
    const isMany = together >= minHosts && together >= minRatio * typical
    return isMany ||
      (lastDay - firstDay >= minWeeks * weekDays && together >= minFewHosts && isRare(together, expected))
      ? together
      : undefined
  }
}

/** True if hosts that start at random times, as many as in a week without a campaign, hardly ever coincide like this. */
function isRare(hosts: number, expected: number): boolean {
  let [term, below] = [Math.exp(-expected), 0]
  for (let count = 0; count < hosts; count++) {
    below += term
    term *= expected / (count + 1)
  }
  return 1 - below < maxChance
}

function isBrief({ days, dkimAligned, firstDay, lastDay, mailer, signer, spfAligned }: MailStream): boolean {
  const isNew = days <= maxDays && lastDay - firstDay < maxSpan
  return !dkimAligned && !spfAligned && signer === '' && mailer === '' && isNew
}

/** True for hosts that resend mail by their name. Mail that they break has no signature either. */
function resends({ ip }: MailStream, hosts: ClassContext['hosts']): boolean {
  const { name, state } = hosts.get(ip) ?? {}
  return state === 'confirmed' && name !== undefined && (isMailName(name) || isListName(name) || mayForward(name))
}

function weekAround(perDay: ReadonlyMap<number, number>, day: number): number {
  let hosts = 0
  for (let each = day - 3; each <= day + 3; each++) hosts += perDay.get(each) ?? 0
  return hosts
}

/** New hosts of a week without a campaign: two estimates, since campaigns may fill more than half of the weeks. */
function estimateWeek(perDay: ReadonlyMap<number, number>, { firstDay, lastDay }: Omit<CampaignContext, 'hosts'>) {
  const weeks: number[] = []
  for (let from = firstDay; from <= lastDay; from += weekDays) weeks.push(weekAround(perDay, from + 3))
  const sorted = weeks.toSorted((one, other) => one - other)
  const [quartile = 0, median = 0] = [0.25, 0.5].map((part) => sorted[Math.floor(part * sorted.length)])
  return {
    // A period of one campaign alone has no other week.
    typical: weeks.length < minWeeks ? 0 : median,
    // The mean of random weeks is this much above their median and their lower quartile.
    expected: Math.min(median + 0.5, quartile + 0.67 * Math.sqrt(quartile) + 0.7),
  }
}
