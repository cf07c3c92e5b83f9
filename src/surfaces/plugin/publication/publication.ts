/** What is published of the email of a session, in the names of the plugin API. */
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { type Publication, type Release, initialPublication, loadPublication } from '../../templates/index.ts'
import type { EditorPublication, EditorRelease } from './contract.ts'

export function presentRelease(release: Release): EditorRelease {
  const { number, state, live, revision, note = null, author } = release
  return {
    number,
    state,
    live,
    revision,
    note,
    restoredFrom: release.restored_from ?? null,
    author,
    createdAt: release.created_at,
    publishAt: release.publish_at ?? null,
    publishedAt: release.published_at ?? null,
  }
}

/** The publication of a template, or of an email that was never saved. Fails like `loadTemplate`. */
export async function readPublication(
  db: Db,
  caller: Caller,
  templateId: string | undefined,
): Promise<EditorPublication> {
  return present(
    templateId === undefined ? await initialPublication(db, caller) : await loadPublication(db, caller, templateId),
  )
}

function present(publication: Publication): EditorPublication {
  const { publishing, status, release, scheduled, mayPublish, revision } = publication
  return {
    publishing,
    status,
    unpublishedChanges: publication.unpublished_changes,
    release: release === undefined ? null : presentRelease(release),
    scheduled: scheduled === undefined ? null : presentRelease(scheduled),
    mayPublish,
    revision,
  }
}
