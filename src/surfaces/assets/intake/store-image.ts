/** Stores an image embedded in other content, such as an imported email, like an uploaded one, or not at all. */
import { refusalOf } from '../../../kernel/errors/index.ts'
import { type Caller, hasScope } from '../../../platform/identity/index.ts'
import { OverloadError } from '../../../platform/scheduling/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { factsOf, pathOf } from '../present.ts'
import { dropFile, keepAsset } from './keep-asset.ts'
import { type IntakeDeps, takeFile } from './take-file.ts'

/** Path on the CDN host and size in px, or the reason why the image is not stored. */
export type StoredImage = { path: string; width: number; height: number } | { problem: string }

/**
 * Creates an asset under all rules of uploads, or returns the one with the same bytes. Does not throw if the image, the plan
 * or the caller's scopes do not allow it.
 */
export async function storeImage(
  parts: IntakeDeps & { store: Store },
  caller: Caller,
  { bytes, name }: { bytes: Uint8Array; name: string },
): Promise<StoredImage> {
  if (!hasScope(caller, 'assets:write')) {
    const needed = caller.endUser === undefined ? 'the scope assets:write' : 'the right upload in the claim can'
    return { problem: `Storing the image requires ${needed}.` }
  }
  let kept: StoredImage = { problem: 'Not an image.' }
  const refused = await refusalOf(async () => {
    const taken = await takeFile(parts, once(bytes))
    if (taken.facts === undefined) return dropFile(parts.blobs, taken)
    const { row } = await keepAsset(parts, { caller, taken, described: { name } }, (write) =>
      parts.store.tx(write, underLocks),
    )
    const { width, height } = factsOf(row) ?? taken.facts
    kept = { path: pathOf(row), width, height }
  })
  // Overload is not caused by the image, so the client must retry the whole request.
  if (refused instanceof OverloadError) throw refused
  return refused === undefined ? kept : { problem: refused.message }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes
}
