/** An image that is in something else, such as an email that is imported: kept as one that was uploaded, or not at all. */
import { refusalOf } from '../../../kernel/errors/index.ts'
import { type Caller, hasScope } from '../../../platform/identity/index.ts'
import { OverloadError } from '../../../platform/scheduling/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { factsOf, pathOf } from '../present.ts'
import { dropFile, keepAsset } from './keep-asset.ts'
import { type IntakeDeps, takeFile } from './take-file.ts'

/** Where the image is on the CDN host and its size in px, or why it is not kept. */
export type StoredImage = { path: string; width: number; height: number } | { problem: string }

/**
 * Makes an asset of an image, within all that uploads are held to, or answers the one with the same bytes. Never fails for
 * what the image, the plan or the caller's scopes do not allow.
 */
export async function storeImage(
  parts: IntakeDeps & { store: Store },
  caller: Caller,
  { bytes, name }: { bytes: Uint8Array; name: string },
): Promise<StoredImage> {
  if (!hasScope(caller, 'assets:write')) {
    const needed = caller.endUser === undefined ? 'the scope assets:write' : 'the right upload in the claim can'
    return { problem: `Storing it needs ${needed}.` }
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
  // It is not the image that is at fault, so the whole call is to be repeated.
  if (refused instanceof OverloadError) throw refused
  return refused === undefined ? kept : { problem: refused.message }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes
}
