import type { Db } from '../storage/index.ts'
import type { SealContext } from './vault.ts'

/** Called with each sealed value; returns what to store in its place, the value itself to leave it. */
export type VisitSealed = (sealed: string, context: SealContext) => string

/**
 * Visits the sealed values of a page of rows, of all projects, and locks these rows until the transaction ends. `after` is
 * empty for the first page, then what the page before returned; undefined after the last.
 */
export type VisitSealedRows = (
  db: Db,
  visit: VisitSealed,
  page: { after: string; limit: number },
) => Promise<string | undefined>
