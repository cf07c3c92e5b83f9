import type { ClassContext } from './streams.ts'
import type { Tallies, Tally } from './tallies.ts'

/** Shares of all mail: from which a source has volume, from which it is a main one, and up to which it is small. */
const volumeShare = 0.005
const mainShare = 0.05
const smallShare = 0.003

/** Recurring: spread over most of the period, on several days. */
const recurringSpan = 0.6
const minRecurringDays = 6
/** The same of all hosts of a source together, whose days may coincide. */
const minStreamDays = 15
/** Short-lived: all of it within a part of the period, with enough messages to tell. */
const shortSpan = 0.3
const minTellingMessages = 5

export function hasVolume(of: Tally | undefined, { total }: Tallies): boolean {
  return of !== undefined && of.messages >= volumeShare * total.messages
}

export function isMain(of: Tally | undefined, { total }: Tallies): boolean {
  return of !== undefined && of.messages >= mainShare * total.messages
}

export function isSmall(of: Tally | undefined, { total }: Tallies): boolean {
  return of === undefined || of.messages < smallShare * total.messages
}

export function isRecurring(of: Tally | undefined, { periodDays }: ClassContext): boolean {
  if (of === undefined || spanOf(of) < recurringSpan * periodDays) return false
  return of.days >= minRecurringDays || of.streamDays >= minStreamDays
}

export function isShortLived(of: Tally | undefined, { periodDays }: ClassContext): boolean {
  return (
    of !== undefined && of.messages >= minTellingMessages && spanOf(of) <= shortSpan * periodDays && periodDays >= 14
  )
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
