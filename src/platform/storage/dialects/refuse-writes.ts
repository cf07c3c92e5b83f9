import type { Db } from '../db.ts'
import { StorageError } from '../failure.ts'

/** The Db with its writing builders failing at once, so that a forgotten `tx` shows on both dialects alike. */
export function refuseWrites(db: Db): Db {
  const refuse = () => {
    throw new StorageError('store.read cannot write; use store.tx.')
  }
  return { ...db, insert: refuse, update: refuse, delete: refuse, script: refuse }
}
