/** The SQL of links to groups, and of the figures that they show. */
import { and, count, eq, gt, gte, inArray, isNull, lte, sum } from 'drizzle-orm'
import { type Db, type IdPage, type Tables, inOrder, isInIdPage } from '../../../../platform/storage/index.ts'
import type { DayRange } from '../../range.ts'

export type LinkRow = Tables['dmarcGroupLinks']['$inferSelect']

/** The latest first, those before an id. */
export function selectLinks(db: Db, groupId: string, { limit, ...page }: IdPage): Promise<LinkRow[]> {
  const { dmarcGroupLinks: links } = db.tables
  return db
    .select()
    .from(links)
    .where(and(eq(links.groupId, groupId), isInIdPage(links.id, page)))
    .orderBy(...inOrder([links.id], page))
    .limit(limit)
}

export async function selectLink(db: Db, groupId: string, id: string): Promise<LinkRow | undefined> {
  const { dmarcGroupLinks: links } = db.tables
  const [row] = await db
    .select()
    .from(links)
    .where(and(eq(links.groupId, groupId), eq(links.id, id)))
  return row
}

/**
 * The link with this token, unless its project was deleted: the only query without a project, because the token is the
 * credential.
 */
export async function selectLinkOf(db: Db, tokenHash: string): Promise<LinkRow | undefined> {
  const { dmarcGroupLinks: links, projects } = db.tables
  const [row] = await db
    .select({ link: links })
    .from(links)
    .innerJoin(projects, eq(projects.id, links.projectId))
    .where(and(eq(links.tokenHash, tokenHash), isNull(projects.deletedAt)))
  return row?.link
}

/** Links of a group that are neither revoked nor expired. */
export async function countValidLinks(db: Db, groupId: string, nowMs: number): Promise<number> {
  const { dmarcGroupLinks: links } = db.tables
  const [row] = await db
    .select({ total: count() })
    .from(links)
    .where(and(eq(links.groupId, groupId), isNull(links.revokedAt), gt(links.expiresAt, nowMs)))
  return row?.total ?? 0
}

export async function insertLink(db: Db, row: LinkRow): Promise<void> {
  await db.insert(db.tables.dmarcGroupLinks).values(row)
}

export async function updateLink(
  db: Db,
  { groupId, id }: Pick<LinkRow, 'groupId' | 'id'>,
  change: Partial<LinkRow>,
): Promise<void> {
  const { dmarcGroupLinks: links } = db.tables
  await db
    .update(links)
    .set(change)
    .where(and(eq(links.groupId, groupId), eq(links.id, id)))
}

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
