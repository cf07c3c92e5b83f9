/** The SQL of the tables of links. */
import { type SQL, and, count, eq, gt, isNull, lt } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'
import { type IdPage, inOrder, isInIdPage } from './keyset.ts'
import type { Tables } from './tables/tables.ts'

type LinkTable = 'reviewLinks' | 'dmarcGroupLinks' | 'webhookPortalLinks'
type Row<Name extends LinkTable> = Tables[Name]['$inferSelect']

/** The columns that every table of links has. */
export type LinkColumns = Pick<Row<LinkTable>, keyof Row<'reviewLinks'> & keyof Row<'webhookPortalLinks'>>

export interface LinkStore<Link> {
  /** The links of an owner in the order of the page, or those that also match a condition. */
  list(db: Db, owner: string, page: IdPage, matches?: SQL): Promise<Link[]>
  find(db: Db, owner: string, id: string): Promise<Link | undefined>
  /**
   * The link with this token, and the origins of its project, unless that was deleted: the only query without an owner,
   * because the token is the credential.
   */
  findByToken(db: Db, tokenHash: string): Promise<(Link & { allowedOrigins: string[] }) | undefined>
  /** Links of an owner that are neither revoked nor expired. */
  countValid(db: Db, owner: string, nowMs: number): Promise<number>
  insert(db: Db, link: Link): Promise<void>
  update(db: Db, link: Pick<LinkColumns, 'id' | 'projectId'>, change: Partial<LinkColumns>): Promise<void>
  /** Deletes the links of an owner that expired before. */
  deleteExpired(db: Db, owner: string, beforeMs: number): Promise<void>
}

/** `ownerIn` is the column of what a link belongs to. */
export function linkStore<Name extends LinkTable>(
  name: Name,
  ownerIn: (table: Tables[Name]) => AnyPgColumn,
): LinkStore<Row<Name>> {
  // Only columns that all of them have are named.
  const linksIn = (db: Db) => db.tables[name] as Tables['webhookPortalLinks']
  const isOf = (db: Db, id: string) => eq(ownerIn(db.tables[name]), id)
  return {
    async list(db, ownerId, { limit, ...page }, matches) {
      const links = linksIn(db)
      const rows = await db
        .select()
        .from(links)
        .where(and(isOf(db, ownerId), matches, isInIdPage(links.id, page)))
        .orderBy(...inOrder([links.id], page))
        .limit(limit)
      return rows as Row<Name>[]
    },
    async find(db, ownerId, id) {
      const links = linksIn(db)
      const [row] = await db
        .select()
        .from(links)
        .where(and(isOf(db, ownerId), eq(links.id, id)))
      return row as Row<Name> | undefined
    },
    async findByToken(db, tokenHash) {
      const links = linksIn(db)
      const { projects } = db.tables
      const [row] = await db
        .select({ link: links, allowedOrigins: projects.allowedOrigins })
        .from(links)
        .innerJoin(projects, eq(projects.id, links.projectId))
        .where(and(eq(links.tokenHash, tokenHash), isNull(projects.deletedAt)))
      return row && { ...(row.link as Row<Name>), allowedOrigins: row.allowedOrigins }
    },
    async countValid(db, ownerId, nowMs) {
      const links = linksIn(db)
      const [row] = await db
        .select({ total: count() })
        .from(links)
        .where(and(isOf(db, ownerId), isNull(links.revokedAt), gt(links.expiresAt, nowMs)))
      return row?.total ?? 0
    },
    async insert(db, link) {
      await db.insert(linksIn(db)).values(link as Row<'webhookPortalLinks'>)
    },
    async update(db, link, change) {
      const links = linksIn(db)
      await db
        .update(links)
        .set(change)
        .where(and(eq(links.projectId, link.projectId), eq(links.id, link.id)))
    },
    async deleteExpired(db, ownerId, beforeMs) {
      const links = linksIn(db)
      await db.delete(links).where(and(isOf(db, ownerId), lt(links.expiresAt, beforeMs)))
    },
  }
}
