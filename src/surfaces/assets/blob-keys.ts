/** Where the bytes of assets lie. */

/** Signals that assets of any project changed. */
export const assetsSignal = 'assets'

/** Prefix of what assets are made of. */
export const assetFolder = 'assets/'
/** Prefix of what is made of them, and can be made again. */
export const variantFolder = 'variants/'
/** Prefix of what was sent straight into the bucket, and is not inspected yet. */
export const incomingFolder = 'incoming/'

/** The key under which the bytes of a new asset are stored; of one in storage `assetKey` knows it. */
export function newAssetKey(id: string): string {
  return assetFolder + id
}

/** The key of an asset's bytes. */
export function assetKey({ blobKey, id }: { blobKey: string | null; id: string }): string {
  return blobKey ?? newAssetKey(id)
}

/** The key of an upload that goes straight into the bucket. It names the project, so that no other can complete it. */
export function incomingKey(projectId: string, id: string): string {
  return `${incomingFolder}${projectId}/${id}`
}
