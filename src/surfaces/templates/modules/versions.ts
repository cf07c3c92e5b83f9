import { limits } from '../../../kernel/limits.ts'
import { decodeCursor, encodeCursor } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import type { Changes } from '../template/index.ts'
import type { ModuleVersion, ModuleVersionPage } from './contract.ts'
import { requireModule } from './modules.ts'
import { selectVersions } from './store.ts'

/** A page of the versions of a module, the latest first. */
export async function listModuleVersions(
  db: Db,
  caller: Caller,
  id: string,
  { limit = limits.pageDefault, cursor }: { limit?: number; cursor?: string },
): Promise<ModuleVersionPage> {
  const { version: newest } = await requireModule(db, caller, id)
  const listKey = `module versions ${id}`
  const [before] = cursor === undefined ? [] : decodeCursor(cursor, listKey)
  const page = { before: before === undefined ? undefined : Number(before), limit: limit + 1 }
  const found = await selectVersions(db, id, page)
  const last = found.at(limit - 1)
  const more = found.length > limit && last !== undefined
  return {
    data: found.slice(0, limit).map((row) => present(row, newest)),
    page: { next_cursor: more ? encodeCursor([last.version], listKey) : null, has_more: more },
  }
}

function present(row: Awaited<ReturnType<typeof selectVersions>>[number], newest: number): ModuleVersion {
  return {
    version: row.version,
    current: row.version === newest,
    changes: row.changes as Changes,
    ...(row.message === null ? {} : { message: row.message }),
    author: { kind: row.authorKind, id: row.authorId, name: row.authorName },
    size_bytes: row.sizeBytes,
    created_at: new Date(row.createdAt).toISOString(),
  }
}
