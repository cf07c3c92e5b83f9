import type { ClassContext } from './streams.ts'
import type { Tallies, Tally } from './tally.ts'

/** Shares of all mail: from which a source has volume, from which it is a main one, and up to which it is small. */
const volumeShare = 0.005
const mainShare = 0.05
const smallShare = 0.005
/** From this share on, mail of a mailbox provider is more than its users forward. */
const providerShare = 0.015

/** Recurring: spread over most of the period, on several days. */
const recurringSpan = 0.6
const minRecurringDays = 6
/** The same of all hosts of a source together, whose days may coincide. */
const minStreamDays = 15
/** Sporadic: on few days, far apart. */
const sporadicSpan = 0.5
const sporadicDays = 0.5
/** Short-lived: all of it within a part of the period, with enough messages to tell. */
const shortSpan = 0.35
/** The same of mail that ended before the last tenth of the period. */
const endedSpan = 0.45
export const minTellingMessages = 5

export function hasVolume(of: Tally | undefined, { total }: Tallies): boolean {
  return of !== undefined && of.messages >= volumeShare * total.messages
}

export function isMain(of: Tally | undefined, { total }: Tallies): boolean {
  return of !== undefined && of.messages >= mainShare * total.messages
}

/** More than a mailbox provider forwards for its users. */
export function isProvider(of: Tally | undefined, { total }: Tallies): boolean {
  return of !== undefined && of.messages >= providerShare * total.messages
}

export function isSmall(of: Tally | undefined, { total }: Tallies): boolean {
  return of === undefined || of.messages < smallShare * total.messages
}

export function isRecurring(of: Tally | undefined, { periodDays }: ClassContext): boolean {
  if (of === undefined || spanOf(of) < recurringSpan * periodDays) return false
  return of.days >= minRecurringDays || of.streamDays >= minStreamDays
}

export function isSporadic(of: Tally | undefined, { periodDays }: ClassContext): boolean {
  return (
    of !== undefined &&
    periodDays >= 14 &&
    spanOf(of) >= sporadicSpan * periodDays &&
    of.days <= sporadicDays * spanOf(of)
  )
}

export function isShortLived(
  of: Tally | undefined,
  { periodDays }: ClassContext,
  { total }: Pick<Tallies, 'total'>,
): boolean {
  return (
    of !== undefined &&
    of.messages >= minTellingMessages &&
    periodDays >= 14 &&
    spanOf(of) <= (of.lastDay < total.lastDay - 0.1 * periodDays ? endedSpan : shortSpan) * periodDays
  )
}

/** From this many broken signatures on, a smaller part of them is no coincidence. */
const manyBroken = 20

/** Without SPF, a part of the signatures passes and a part does not: a sender signs all of its mail, and who resends it breaks some. */
export function isBreaking(of: Tally | undefined): boolean {
  if (of === undefined || of.spfAligned > 0) return false
  const broken = of.unsigned / (of.dkimOnly + of.unsigned)
  // A service signs with its own key what it does not sign with that of the domain.
  return (
    of.dkimOnly >= 3 && 2 * of.unsigned >= Math.max(6, of.failing) && broken > (of.unsigned < manyBroken ? 0.05 : 0.03)
  )
}

/** Signatures that practically never break, on practically every day. */
export function isSteady(of: Tally | undefined, { periodDays }: ClassContext): boolean {
  return of !== undefined && of.dkimOnly >= 200 && of.failing <= 0.015 * of.messages && of.days >= 0.9 * periodDays
}

export function spanOf({ firstDay, lastDay }: Tally): number {
  return lastDay - firstDay + 1
}

export function volumeText(of: Tally | undefined, { total }: Tallies): string {
  return `It sends ${((100 * (of?.messages ?? 0)) / total.messages).toFixed(1)} % of the mail.`
}

export function daysText(of: Tally | undefined, { periodDays }: ClassContext): string {
  return `It sends throughout, on ${of?.days ?? 0} of ${periodDays} days.`
}
