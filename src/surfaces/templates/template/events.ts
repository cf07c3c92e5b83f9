/** Template events, emitted in the transaction that changes the template. */
import type { EventData } from '../../../kernel/events/index.ts'
import { emit, emitEach } from '../../../platform/events/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { isHiddenFromSome } from './access/access.ts'
import { presentReviewState } from './review-state.ts'
import { type StateColumns, statesOf } from './states.ts'
import type { TemplateRecord } from './store.ts'

type ChangedTemplate = Pick<
  TemplateRecord,
  'id' | 'projectId' | 'name' | 'type' | 'revision' | 'folderId' | 'guardId' | 'externalId' | 'metadata'
> &
  Partial<Pick<TemplateRecord, 'publishedRelease' | 'scheduledRelease' | 'reviewId' | 'reviewState' | 'reviewDiffers'>>
type Who = Pick<Caller['actor'], 'id' | 'name'> & { kind: Caller['actor']['kind'] | 'system' }

export async function emitCreated(db: Db, caller: Caller, row: ChangedTemplate): Promise<void> {
  await emit(db, 'template.created', {
    projectId: caller.projectId,
    data: dataOf(row, caller.actor),
    isRestricted: row.guardId !== null,
    readStates: () => statesOf(db, caller.projectId, [row]),
  })
}

/** `changed` are the changed columns of the row; `document` is set if the content changed. */
export async function emitUpdated(
  db: Db,
  caller: Caller,
  row: ChangedTemplate,
  { before, changed: columns }: { before: StateColumns; changed: readonly string[] },
): Promise<void> {
  const changed = columns.map(memberOf)
  await emit(db, 'template.updated', {
    projectId: caller.projectId,
    data: { ...endedOf(changed), ...dataOf(row, caller.actor), changed },
    isRestricted: row.guardId !== null,
    readStates: () => statesOf(db, caller.projectId, [row, before]),
  })
}

function memberOf(column: string): string {
  if (column === 'reviewState') return 'review'
  return column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

// Null tells that there is none any more.
function endedOf(changed: readonly string[]): { review?: null; scheduled_release?: null } {
  return {
    ...(changed.includes('review') ? { review: null } : {}),
    ...(changed.includes('scheduled_release') ? { scheduled_release: null } : {}),
  }
}

/** For moves to the trash and for erasure. */
export async function emitDeleted(
  db: Db,
  caller: Caller,
  row: ChangedTemplate,
  { permanent }: { permanent: boolean },
): Promise<void> {
  await emit(db, 'template.deleted', {
    projectId: caller.projectId,
    data: { ...dataOf(row, caller.actor), permanent },
    isRestricted: await isHiddenFromSome(db, row),
    readStates: () => statesOf(db, caller.projectId, [row]),
  })
}

/** For templates of one project that were erased because their retention in the trash expired. */
export async function emitPurged(db: Db, projectId: string, rows: readonly ChangedTemplate[]): Promise<void> {
  const trash: Who = { kind: 'system', id: 'trash', name: 'Trash' }
  const events = []
  for (const row of rows) {
    // Its own grants are already deleted.
    const isRestricted = row.guardId === row.id || (await isHiddenFromSome(db, row))
    const readStates = () => statesOf(db, projectId, [row])
    events.push({ data: { ...dataOf(row, trash), permanent: true }, isRestricted, readStates })
  }
  await emitEach(db, 'template.deleted', projectId, events)
}

function dataOf(row: ChangedTemplate, who: Who): EventData<'template.created'> {
  const { id, name, type, revision, folderId, externalId, publishedRelease: release = null } = row
  const review = presentReviewState(row)
  return {
    template_id: id,
    name,
    type,
    revision,
    folder_id: folderId,
    external_id: externalId,
    ...(release === null ? {} : { published_release: release === 0 ? null : release }),
    ...(row.scheduledRelease == null ? {} : { scheduled_release: row.scheduledRelease }),
    ...(review === undefined ? {} : { review }),
    changed_by: { kind: who.kind, id: who.id, name: who.name },
  }
}
