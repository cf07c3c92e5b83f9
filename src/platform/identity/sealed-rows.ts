import type { Db } from '../storage/index.ts'
import type { SealContext } from './vault.ts'

/** Called with each sealed value; returns the value to store instead, or the same one to leave it unchanged. */
export type VisitSealed = (sealed: string, context: SealContext) => string

/**
 * Visits the sealed values of a page of rows, of all projects, and locks these rows until the transaction ends. `after` is
 * empty for the first page, then the return value of the previous page; undefined after the last.
 */
export type VisitSealedRows = (
  db: Db,
  visit: VisitSealed,
  page: { after: string; limit: number },
) => Promise<string | undefined>
