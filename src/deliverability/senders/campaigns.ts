import type { MailStream } from './streams.ts'

/** Hosts that start within a week and send on few days, without any authentication, at least this many together. */
const minHosts = 15
const weekDays = 7
const maxDays = 8
const maxSpan = 14
/** A week of a campaign has this many times the hosts of an average week. */
const minRatio = 3

/** How many hosts took part in the campaign of a stream; undefined without one. */
export type Campaigns = (stream: MailStream) => number | undefined

/** Finds weeks in which many hosts appeared that nothing authenticates, as a botnet does and forwarders do not. */
export function findCampaigns(streams: readonly MailStream[]): Campaigns {
  const starts = new Map<string, number>()
  for (const stream of streams) {
    if (!isCandidate(stream)) continue
    starts.set(stream.ip, Math.min(starts.get(stream.ip) ?? Infinity, stream.firstDay))
  }
  const days = [...starts.values()]
  if (days.length < minHosts) return () => undefined
  const perDay = new Map<number, number>()
  for (const day of days) perDay.set(day, (perDay.get(day) ?? 0) + 1)
  const first = days.reduce((one, other) => Math.min(one, other))
  const last = days.reduce((one, other) => Math.max(one, other))
  const typical = typicalWeek(perDay, { first, last })
  const around = new Map<number, number>()
  for (const day of perDay.keys()) around.set(day, weekAround(perDay, day))
  return (stream) => {
    const hosts = isCandidate(stream) ? (around.get(starts.get(stream.ip) ?? -1) ?? 0) : 0
    return hosts >= minHosts && hosts >= minRatio * typical ? hosts : undefined
  }
}

function isCandidate({ days, dkimAligned, firstDay, lastDay, mailer, signer, spfAligned }: MailStream): boolean {
  const isBrief = days <= maxDays && lastDay - firstDay < maxSpan
  return !dkimAligned && !spfAligned && signer === '' && mailer === '' && isBrief
}

function weekAround(perDay: ReadonlyMap<number, number>, day: number): number {
  let hosts = 0
  for (let each = day - 3; each <= day + 3; each++) hosts += perDay.get(each) ?? 0
  return hosts
}

/** Median over all weeks of the period, so that campaigns themselves do not raise it. */
function typicalWeek(perDay: ReadonlyMap<number, number>, { first, last }: { first: number; last: number }): number {
  const weeks: number[] = []
  for (let from = first; from <= last; from += weekDays) weeks.push(weekAround(perDay, from + 3))
  // A period of one campaign alone has no other week.
  return weeks.length < 4 ? 0 : (weeks.toSorted((one, other) => one - other)[Math.floor(weeks.length / 2)] ?? 0)
}
