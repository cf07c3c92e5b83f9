/** The SQL of links to groups, and of the figures that they show. */
import { and, gte, inArray, lte, sum } from 'drizzle-orm'
import { type Db, type Tables, linkStore } from '../../../../platform/storage/index.ts'
import type { DayRange } from '../../range.ts'

export type LinkRow = Tables['dmarcGroupLinks']['$inferSelect']

export const groupLinks = linkStore('dmarcGroupLinks', (links) => links.groupId)

/** Figures of a day, or of a domain. */
export interface Figures {
  readonly messages: number
  readonly compliant: number
  /** Quarantined or rejected by receivers. */
  readonly stopped: number
}

const figuresOf = ({ dmarcDays: d }: Tables) => ({
  messages: sum(d.messages),
  compliant: sum(d.compliant),
  quarantined: sum(d.quarantine),
  rejected: sum(d.reject),
})

type Sums = Record<'messages' | 'compliant' | 'quarantined' | 'rejected', string | null>

const readFigures = (row: Sums): Figures => ({
  messages: Number(row.messages),
  compliant: Number(row.compliant),
  stopped: Number(row.quarantined) + Number(row.rejected),
})

/** Figures per domain; `numbers` are those of domains whose project was checked. */
export async function selectDomainFigures(
  db: Db,
  numbers: readonly number[],
  { fromDay, toDay }: DayRange,
): Promise<Map<number, Figures>> {
  const { dmarcDays: d } = db.tables
  const rows = await db
    .select({ no: d.domainNo, ...figuresOf(db.tables) })
    .from(d)
    .where(and(inArray(d.domainNo, [...numbers]), gte(d.day, fromDay), lte(d.day, toDay)))
    .groupBy(d.domainNo)
  return new Map(rows.map((row) => [row.no, readFigures(row)]))
}

/** Figures of all of these domains per day with messages. */
export async function selectDayFigures(
  db: Db,
  numbers: readonly number[],
  { fromDay, toDay }: DayRange,
): Promise<Map<number, Figures>> {
  const { dmarcDays: d } = db.tables
  const rows = await db
    .select({ day: d.day, ...figuresOf(db.tables) })
    .from(d)
    .where(and(inArray(d.domainNo, [...numbers]), gte(d.day, fromDay), lte(d.day, toDay)))
    .groupBy(d.day)
  return new Map(rows.map((row) => [row.day, readFigures(row)]))
}
