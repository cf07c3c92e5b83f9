/** The job that shows the current file of an asset in the drafts and modules that use it. */
import { limits } from '../../../kernel/limits.ts'
import { type Caller, type Vault, currentCaller, hasScope } from '../../../platform/identity/index.ts'
import { type JobHandler, type JobKind, defineJob } from '../../../platform/jobs/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { type UserResult, changeAssetUsers, countAssetUsers, visibleGuards } from '../../templates/index.ts'
import { signImage } from '../image-query.ts'
import { factsOf } from '../present.ts'
import { selectAsset } from '../store.ts'
import { showVersion } from './show-version.ts'
import { selectSizes } from '../version-store.ts'

interface Order {
  /** Permissions and locks are checked for it at the time of each change. */
  caller: Caller
  assetId: string
}

interface ShowResult {
  asset_id: string
  version: number
  processed: number
  changed: number
  failed: number
  /** Those that could not be changed; at most `limits.replacementFailures`. */
  results: UserResult[]
}

export const showAssetJob: JobKind<Order> = defineJob<Order>({
  name: 'assets.show_version',
  maxAttempts: 10,
  retryDelaysMs: [1000, 10_000, 60_000, 600_000],
  jitter: 0.2,
  scope: 'templates:write',
  // Results name templates.
  mayRead: async (db, caller, { caller: { actor } }) =>
    (caller.actor.kind === actor.kind && caller.actor.id === actor.id) ||
    (await visibleGuards(db, caller)) === undefined,
})

/** A repeated run changes only what is left, so that it needs no progress of its own. */
export function createShowAsset({ store, vault }: { store: Store; vault: Vault }): JobHandler<Order, ShowResult> {
  return {
    kind: showAssetJob,
    concurrency: 2,
    partitionConcurrency: 1,
    async run({ payload }, { progress, signal }) {
      const { assetId } = payload
      const caller = await currentCaller(store.read, payload.caller)
      if (caller === undefined || !hasScope(caller, 'templates:write')) return { fail: lostAccess }
      const asset = await selectAsset(store.read, caller.projectId, assetId)
      // Deleted since.
      if (asset === undefined) return { done: resultOf({ assetId, version: 0 }, []) }
      const { mime, version } = asset
      const sizes = await selectSizes(store.read, assetId)
      const facts = factsOf(asset)
      if (facts !== undefined) sizes.set(version, { width: facts.width, height: facts.height })
      const shown = {
        assetId,
        version,
        mime,
        sizes,
        sign: (parameters: object, expiresAt: number | undefined) =>
          signImage(vault, assetId, { parameters, expiresAt }),
      }
      const total = await countAssetUsers(store.read, caller.projectId, assetId)
      const results: UserResult[] = []
      const change = <Content extends object>(content: Content) => showVersion(content, shown)
      const message = `Replaced the file of “${asset.name}”`
      for await (const result of changeAssetUsers(store, { caller, assetId, message, change }, signal)) {
        results.push(result)
        progress(results.length, Math.max(total, results.length))
      }
      // The process is shutting down: the next run continues.
      if (signal.aborted) return { snooze: 0 }
      return { done: resultOf({ assetId, version }, results) }
    },
  }
}

const lostAccess = 'The caller that replaced the file was revoked, has expired or lost the scope templates:write.'

function resultOf({ assetId, version }: { assetId: string; version: number }, all: readonly UserResult[]): ShowResult {
  const failures = all.filter(({ error }) => error !== undefined)
  return {
    asset_id: assetId,
    version,
    processed: all.length,
    changed: all.filter(({ changed }) => changed).length,
    failed: failures.length,
    results: failures.slice(0, limits.replacementFailures),
  }
}
