/** Templates at the time of an event, for those who select events by folder, external id or metadata. */
import type { TemplateState } from '../../../platform/events/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { selectFolderLines } from './folder/store.ts'
import { type TemplateRecord, selectStateColumns } from './store.ts'

export type StateColumns = Pick<TemplateRecord, 'folderId' | 'externalId' | 'metadata'>

/** One query for all folders; equal states are returned once. */
export async function statesOf(db: Db, projectId: string, rows: readonly StateColumns[]): Promise<TemplateState[]> {
  const all = await statesOfEach(db, projectId, rows)
  return [...new Map(all.map((state) => [JSON.stringify(state), state])).values()]
}

/** States of existing templates of the project, trash included, by id. */
export async function selectTemplateStates(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, TemplateState>> {
  const rows = await selectStateColumns(db, projectId, ids)
  const states = await statesOfEach(db, projectId, rows)
  return new Map(rows.flatMap(({ id }, at) => (states[at] === undefined ? [] : [[id, states[at]]])))
}

async function statesOfEach(db: Db, projectId: string, rows: readonly StateColumns[]): Promise<TemplateState[]> {
  const folderIds = new Set(rows.map(({ folderId }) => folderId).filter((id) => id !== null))
  const lines = await selectFolderLines(db, projectId, [...folderIds])
  return rows.map(({ folderId, externalId, metadata }) => ({
    folderIds: folderId === null ? [] : (lines.get(folderId) ?? [folderId]),
    externalId,
    metadata,
  }))
}
