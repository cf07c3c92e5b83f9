import type { ApiVersion, EditorApi, Release } from '../bridge/index.ts'

/** A line of the history. */
export type Entry = { at: number; version: ApiVersion } | { at: number; release: Release }

/** Releases that were live at some time, as far back as they have been read. */
export interface ReadReleases {
  releases: readonly Release[]
  cursor: string | null | undefined
}

/** Nothing read yet. */
export const noReleases: ReadReleases = { releases: [], cursor: undefined }

const pageSize = 100

/** Reads on until all releases since a time, in Unix ms, are read; all of them for -Infinity. */
export async function readReleases(
  api: Pick<EditorApi, 'listReleases'>,
  { releases, cursor }: ReadReleases,
  since: number,
): Promise<ReadReleases> {
  let read = releases
  let next = cursor
  while (next !== null && timeOf(read.at(-1)) >= since) {
    const page = await api.listReleases({ limit: pageSize, ...(next === undefined ? {} : { cursor: next }) })
    read = [...read, ...page.data]
    next = page.nextCursor
  }
  return { releases: read, cursor: next }
}

/** Versions and releases, the latest first; older releases than the last version are left out while more versions follow. */
export function historyOf(
  versions: readonly ApiVersion[],
  releases: readonly Release[],
  { isWhole }: { isWhole: boolean },
): Entry[] {
  const saved = versions.map((version): Entry => ({ at: Date.parse(version.savedAt), version }))
  const since = isWhole ? -Infinity : (saved.at(-1)?.at ?? -Infinity)
  const published = releases.flatMap((release): Entry[] => {
    const at = release.publishedAt === null ? -Infinity : Date.parse(release.publishedAt)
    return release.state === 'published' && at >= since ? [{ at, release }] : []
  })
  // At the same time, the release is made of the version.
  return [...published, ...saved].sort((one, other) => other.at - one.at)
}

function timeOf(release: Release | undefined): number {
  return release === undefined ? Infinity : Date.parse(release.createdAt)
}
