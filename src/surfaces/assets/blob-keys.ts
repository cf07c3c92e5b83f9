/** Blob keys of assets. */

/** Signal that assets of any project changed. */
export const assetsSignal = 'assets'

/** Prefix of original files. */
export const assetFolder = 'assets/'
/** Prefix of image variants, which can be generated again. */
export const variantFolder = 'variants/'
/** Prefix of direct uploads that are not inspected yet. */
export const incomingFolder = 'incoming/'

/** Key for the bytes of a new asset; for stored assets use `assetKey`. */
export function newAssetKey(id: string): string {
  return assetFolder + id
}

export function assetKey({ blobKey, id }: { blobKey: string | null; id: string }): string {
  return blobKey ?? newAssetKey(id)
}

/** Key of a direct upload. It contains the project id, so that no other project can complete the upload. */
export function incomingKey(projectId: string, id: string): string {
  return `${incomingFolder}${projectId}/${id}`
}
