import type { EmailDocument } from '../../../email/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { compareContents, loadTemplate, readVersion, selectNewest, selectVersion } from '../template/index.ts'
import type { CompareQuery, VersionComparison } from './contract.ts'
import { requireVersion } from './versions.ts'

/** Differences between two versions by block. VERSION_NOT_FOUND if one does not exist. */
export async function compareVersions(
  db: Db,
  caller: Caller,
  id: string,
  { from, to = 'current' }: CompareQuery,
): Promise<VersionComparison> {
  await loadTemplate(db, caller, id)
  const [before, after] = [await readWhich(db, id, from), await readWhich(db, id, to)]
  return {
    from: before.number,
    to: after.number,
    ...compareContents(before.document, after.document),
  }
}

async function readWhich(db: Db, id: string, which: string): Promise<{ number: number; document: EmailDocument }> {
  const row = which.startsWith('ver_')
    ? await requireVersion(db, id, which)
    : which === 'current'
      ? await selectNewest(db, id)
      : await selectVersion(db, id, { number: Number(which) })
  if (row === undefined) fail('VERSION_NOT_FOUND', `Version ${which} not found.`)
  return { number: row.number, document: await readVersion(db, row) }
}
