/** The history of a template: every save of its document is a version that can be restored byte for byte. */
import { blockTypes } from '../../../../email/blocks/index.ts'
import {
  type ChangeSummary,
  type EmailDocument,
  compareDocuments,
  describeChanges,
} from '../../../../email/document/index.ts'
import { createId } from '../../../../kernel/ids/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import { type Db, together } from '../../../../platform/storage/index.ts'
import type { TemplateRecord } from '../store.ts'
import { type HistoryParts, joinDocument, splitDocument } from './parts.ts'
import {
  type VersionRow,
  deleteVersions,
  insertParts,
  insertVersion,
  selectExpendable,
  selectNewest,
  selectParts,
  selectPlan,
  selectVersion,
  updateVersion,
} from './store.ts'

export interface SaveNote {
  /** `auto` unless a user created this version explicitly. */
  kind?: 'auto' | 'manual'
  label?: string | null
  message?: string | null
  /**
   * Merges the save into the last autosave of the same author within `limits.versionQuietSeconds`: an editor saves every few
   * seconds.
   */
  folds?: boolean
}

export interface Changes extends ChangeSummary {
  text: string
}

/** A save to record as a version. */
export interface Saved {
  /** The template after the save. */
  row: TemplateRecord
  /** Undefined for a new template. */
  before: EmailDocument | undefined
  document: EmailDocument
  note?: SaveNote | undefined
}

/**
 * Writes the version of a save in its transaction, merges it into the last one if allowed, and deletes the oldest versions
 * beyond the limit.
 */
export async function recordVersion(db: Db, caller: Caller, saved: Saved): Promise<VersionRow> {
  const { row, before, note = {} } = saved
  const now = row.updatedAt
  let newest = await selectNewest(db, row.id)
  const parts = splitDocument(saved.document)
  // A template from before versions were recorded: its previous state becomes the first version.
  if (newest === undefined && before !== undefined) newest = await addVersion(db, row, firstOf(row, before))
  const folded = newest !== undefined && note.folds === true && mayFold(newest, caller, now)
  if (newest !== undefined && folded) return foldInto(db, newest, { ...saved, parts })
  const version = await addVersion(db, row, {
    after: newest,
    parts,
    changes: before === undefined ? nothing('Created') : changesBetween(before, saved.document),
    author: caller.actor,
    at: now,
    note,
  })
  await forgetOldest(db, row.projectId, version)
  return version
}

/** The document of a version, byte for byte as it was saved. */
export async function readVersion(db: Db, { templateId, parts }: VersionRow): Promise<EmailDocument> {
  return joinDocument(parts, await selectParts(db, templateId, parts))
}

/** The differences as text and counts. */
export function changesBetween(from: EmailDocument, to: EmailDocument): Changes {
  const { text, summary } = describeChanges(compareDocuments(from, to), blockTypes)
  return { text, ...summary }
}

interface NewVersion {
  /** The previous version. */
  after: VersionRow | undefined
  parts: HistoryParts
  changes: Changes
  author: { kind: string; id: string; name: string }
  at: number
  note: SaveNote
}

function firstOf(row: TemplateRecord, before: EmailDocument): NewVersion {
  const author = { kind: row.createdByKind, id: row.createdById, name: row.createdByName }
  return {
    after: undefined,
    parts: splitDocument(before),
    changes: nothing('Created'),
    author,
    at: row.createdAt,
    note: {},
  }
}

async function addVersion(db: Db, row: TemplateRecord, made: NewVersion): Promise<VersionRow> {
  const { after, parts, changes, author, at, note } = made
  const version: VersionRow = {
    id: createId('version', at),
    templateId: row.id,
    number: (after?.number ?? 0) + 1,
    revision: row.revision,
    kind: note.kind ?? 'auto',
    label: note.label ?? null,
    message: note.message ?? null,
    pinned: false,
    authorKind: author.kind,
    authorId: author.id,
    authorName: author.name,
    parts: parts.keys,
    changes,
    sizeBytes: row.sizeBytes,
    createdAt: at,
    savedAt: at,
  }
  await together(keepParts(db, row.id, parts, after), insertVersion(db, version))
  return version
}

// Most parts are unchanged from the previous version; others may exist from earlier versions, so the insert ignores
// duplicates.
async function keepParts(
  db: Db,
  templateId: string,
  { json }: HistoryParts,
  after: VersionRow | undefined,
): Promise<void> {
  const kept = new Set(after?.parts)
  await insertParts(db, templateId, new Map([...json].filter(([key]) => !kept.has(key))))
}

function mayFold(newest: VersionRow, { actor }: Caller, now: number): boolean {
  return (
    newest.kind === 'auto' &&
    newest.label === null &&
    newest.message === null &&
    !newest.pinned &&
    newest.number > 1 &&
    newest.authorKind === actor.kind &&
    newest.authorId === actor.id &&
    now - newest.savedAt <= limits.versionQuietSeconds * 1000 &&
    now - newest.createdAt <= limits.versionSpanSeconds * 1000
  )
}

async function foldInto(
  db: Db,
  newest: VersionRow,
  { row, document, parts }: Saved & { parts: HistoryParts },
): Promise<VersionRow> {
  const earlier = await selectVersion(db, row.id, { number: newest.number - 1 })
  const changes =
    earlier === undefined ? (newest.changes as Changes) : changesBetween(await readVersion(db, earlier), document)
  const change = {
    parts: parts.keys,
    changes,
    revision: row.revision,
    sizeBytes: row.sizeBytes,
    savedAt: row.updatedAt,
  }
  await together(keepParts(db, row.id, parts, newest), updateVersion(db, row.id, newest.id, change))
  const dropped = newest.parts.filter((key) => !parts.json.has(key))
  await deleteVersions(db, row.id, { ids: [], keys: dropped })
  return { ...newest, ...change }
}

async function forgetOldest(db: Db, projectId: string, { templateId, number }: VersionRow): Promise<void> {
  // No template can be over a limit before it has as many versions as the lowest limit of all plans.
  if (number <= Math.min(...Object.values(limits.versions))) return
  const plan = (await selectPlan(db, projectId)) as keyof typeof limits.versions | undefined
  const keep = limits.versions[plan ?? 'free'] - 1
  if (number <= keep) return
  const oldest = await selectExpendable(db, templateId, { keep, newest: number })
  if (oldest.length === 0) return
  await deleteVersions(db, templateId, {
    ids: oldest.map(({ id }) => id),
    keys: [...new Set(oldest.flatMap(({ parts }) => parts))],
  })
}

function nothing(text: string): Changes {
  return { text, added: 0, removed: 0, moved: 0, changed: 0, settings: 0 }
}
