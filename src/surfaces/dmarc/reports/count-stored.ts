import type { Blobs } from '../../../platform/blobs/index.ts'
import type { IntakeDeps } from './arrival.ts'
import { ingestFile } from './intake.ts'
import { selectQuarantined } from './store.ts'

export type CountStoredDeps = IntakeDeps & { readonly blobs: Pick<Blobs, 'get'> }

const atOnce = 50

/**
 * Reads the files of reports in quarantine about a domain and those below again, which counts each once, also if it is run
 * again. Reports without a file stay. Stops once the signal aborts; true if it is through.
 */
export async function countStored(
  deps: CountStoredDeps,
  { domain, projectId }: { projectId: string; domain: string },
  signal: AbortSignal,
): Promise<boolean> {
  const work = { partition: { kind: 'background', projectId }, signal } as const
  let readKey: string | undefined
  for (let after: number | undefined; ;) {
    const some = await selectQuarantined(deps.store.read, projectId, { limit: atOnce, descending: true, after, domain })
    for (const { rawKey, via } of some) {
      if (signal.aborted) return false
      // Reports of one file are neighbors, and reading it counted all of them.
      if (rawKey === null || rawKey === readKey) continue
      const bytes = await deps.blobs.get(rawKey)
      if (bytes !== undefined) await ingestFile(deps, { projectId, via, work }, { bytes: new Uint8Array(bytes) })
      readKey = rawKey
    }
    after = some.at(-1)?.no
    if (some.length < atOnce) return true
  }
}
