/** What is published of a template, for its editor: the live release, the schedule, and what the caller may do. */
import { covers } from '../../../kernel/access/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import {
  type Template,
  accessIn,
  accessTo,
  isPublishedByHand,
  loadTemplate,
  presentTemplate,
  selectRelease,
  selectScheduled,
} from '../template/index.ts'
import type { Release } from './contract.ts'
import { presentRelease } from './releases.ts'

export interface Publication extends Pick<Template, 'publishing' | 'status' | 'unpublished_changes'> {
  /** 0 for an email that was never saved. */
  revision: number
  /** The live release. */
  release?: Release
  scheduled?: Release
  mayPublish: boolean
}

/** Fails like `loadTemplate`. */
export async function loadPublication(db: Db, caller: Caller, id: string): Promise<Publication> {
  const row = await loadTemplate(db, caller, id)
  const { publishing, status, unpublished_changes } = presentTemplate(row, db.nowMs())
  const live = row.publishedRelease ? await selectRelease(db, id, row.publishedRelease) : undefined
  // Only what was published by hand may be scheduled, or is still to be published.
  const [scheduled] = row.isPublic ? [] : await selectScheduled(db, id)
  return {
    publishing,
    status,
    unpublished_changes,
    revision: row.revision,
    ...(live === undefined ? {} : { release: presentRelease(live, row) }),
    ...(scheduled === undefined ? {} : { scheduled: presentRelease(scheduled, row) }),
    mayPublish: !row.isPublic && covers(await accessTo(db, caller, row), 'publish'),
  }
}

/** The publication of a template that the first save will create, outside of folders. */
export async function initialPublication(db: Db, caller: Caller): Promise<Publication> {
  const mayPublish = covers(await accessIn(db, caller, null), 'publish')
  return (await isPublishedByHand(db, caller.projectId))
    ? { publishing: 'by_hand', status: 'draft', unpublished_changes: true, revision: 0, mayPublish }
    : { publishing: 'on_save', status: 'published', unpublished_changes: false, revision: 0, mayPublish }
}
