import type { listVersions } from '../../templates/index.ts'
import type { EditorVersion } from './contract.ts'

type Version = Awaited<ReturnType<typeof listVersions>>['data'][number]

/** Maps a version to the names of the plugin API. */
export function presentVersion(version: Version): EditorVersion {
  const { id, number, revision, kind, label = null, message = null, pinned, current, author, changes } = version
  const { text, ...counts } = changes
  const { created_at: createdAt, saved_at: savedAt } = version
  return {
    id,
    number,
    revision,
    kind,
    label,
    message,
    changes: text,
    counts,
    pinned,
    current,
    author,
    createdAt,
    savedAt,
  }
}
