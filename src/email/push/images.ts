import type { Account } from './account.ts'
import type { Api } from './api.ts'

export interface PushedImage {
  /** With its extension. */
  name: string
  mime: string
  bytes: Uint8Array
  /** Current URL. */
  address: string
}

/** Image hosting of a provider. */
export interface ImageStore {
  /** Bytes per image. */
  maxBytes: number
  /** Accepted media types. */
  types: readonly string[]
  /** User-visible description of the required permissions. */
  permissions?: string
  /** The provider fetches the image from its URL, which must then be public; otherwise the bytes are uploaded. */
  isFetching?: true
  /** Stores an image permanently; returns its public URL. Throws PushFailure. */
  keep(api: Api, image: PushedImage, account: Account): Promise<string>
}

export const usualTypes = ['image/png', 'image/jpeg', 'image/gif'] as const
