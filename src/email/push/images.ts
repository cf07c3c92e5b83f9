import type { Account } from './account.ts'
import type { Api } from './api.ts'

/** An image of an email as a provider is given it. */
export interface PushedImage {
  /** A file name with its ending. */
  name: string
  mime: string
  bytes: Uint8Array
  /** Where it lies now. */
  address: string
}

/** How a provider keeps the images of emails. */
export interface ImageStore {
  /** Bytes of the largest that it takes. */
  maxBytes: number
  /** Media types that it takes. */
  types: readonly string[]
  /** What the credentials must allow for it, for people. */
  needs?: string
  /** Whether it fetches the image from its address, which must then be a public one, instead of being given the bytes. */
  isFetching?: true
  /** Keeps an image for good and answers its public address. Fails with PushFailure. */
  keep(api: Api, image: PushedImage, account: Account): Promise<string>
}

/** What most ESPs take. */
export const usualTypes = ['image/png', 'image/jpeg', 'image/gif'] as const
