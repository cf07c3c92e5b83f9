/** Uploads the images of an email to the provider that receives the email. */
import {
  type Account,
  type Adapter,
  type Api,
  type ImageStore,
  PushFailure,
  type PushedImage,
} from '../../../email/push/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Workers } from '../../../platform/jobs/index.ts'
import { type Store, statementwise } from '../../../platform/storage/index.ts'
import {
  type Collect,
  type ExportWarning,
  findImageUrls,
  imageName,
  isPrivate,
  replaceImageUrls,
} from '../../exports/index.ts'
import * as rows from './store.ts'

export interface Keeping {
  adapter: Adapter
  api: Api
  account: Account
  connectionId: string
  store: Store
  collect: Collect
  workers: Pick<Workers, 'runWithin'>
  signal: AbortSignal
  isStrict: boolean
}

/**
 * Uploads the images of a page to the provider and replaces their URLs. Images uploaded by earlier pushes are reused. An
 * image that cannot be fetched, or that the provider rejects, keeps its URL, with a warning; with `isStrict`,
 * EXPORT_IMAGE_MISSING. Fails with PushFailure if the failure concerns the provider or the account instead of one image.
 */
export async function storeImages(
  html: string,
  keeping: Keeping,
): Promise<{ html: string; warnings: ExportWarning[] }> {
  const { adapter, collect, connectionId, isStrict, signal, store, workers } = keeping
  const { images } = adapter
  // The ESP fills in merge tags, so their URLs are not known here.
  const listed = await findImageUrls(html, workers)
  const addresses = listed.filter((address) => /^https?:/i.test(address) && !/\{\{|\{%|\*\|/.test(address))
  if (addresses.length === 0) return { html, warnings: [] }
  const warnings: ExportWarning[] = []
  const warn = (address: string, because: string) =>
    warnings.push({ code: 'IMAGE_NOT_UPLOADED', path: address, message: `The image keeps its URL: ${because}.` })
  if (images === undefined) {
    for (const address of addresses) warn(address, `the API of ${adapter.name} accepts no images`)
    return ended(html, warnings, isStrict)
  }
  const wanted = addresses.slice(0, limits.exportImages)
  for (const address of addresses.slice(limits.exportImages))
    warn(address, `a push uploads at most ${limits.exportImages} images`)
  const found = await collect(wanted, signal)
  const given: (PushedImage & { digest: string })[] = []
  for (const address of wanted) {
    const image = found.get(address) ?? { missing: 'it was not fetched' }
    const refusal = 'missing' in image ? image.missing : refusalOf({ ...image, address }, images, adapter.name)
    if (refusal !== undefined || 'missing' in image) warn(address, refusal ?? '')
    else given.push({ ...image, address, ...(await nameOf(address, image)) })
  }
  const digests = given.map(({ digest }) => digest)
  const kept = await rows.selectImages(store.read, connectionId, digests)
  const map = new Map<string, string>()
  for (const { digest, ...image } of given) {
    signal.throwIfAborted()
    const url = kept.get(digest) ?? (await keepOne(image, images, keeping, warn))
    if (url === undefined) continue
    map.set(image.address, url)
    if (kept.has(digest)) continue
    kept.set(digest, url)
    // Saved at once, so that a retry of this push does not upload the image again.
    await store.tx((db) => rows.saveImage(db, { connectionId, digest, url, createdAt: db.nowMs() }), statementwise)
  }
  return ended(await replaceImageUrls(html, map, workers), warnings, isStrict)
}

async function keepOne(
  image: PushedImage,
  images: ImageStore,
  { account, api }: Keeping,
  warn: (address: string, because: string) => void,
): Promise<string | undefined> {
  try {
    return await images.keep(api, image, account)
  } catch (error) {
    if (!(error instanceof PushFailure)) throw error
    const { kind, message, retryAfterMs, status } = error
    if (kind === 'rejected' || kind === 'too_large') {
      warn(image.address, message.replace(/\.$/, ''))
      return undefined
    }
    if ((kind !== 'forbidden' && kind !== 'unauthorized') || images.permissions === undefined) throw error
    const facts = status === undefined ? {} : { status }
    const sentence = message.endsWith('.') ? message : `${message}.`
    throw new PushFailure(kind, `${sentence} Image uploads require the permission “${images.permissions}”.`, {
      ...facts,
      retryAfterMs,
    })
  }
}

function refusalOf(
  { address, bytes, mime }: Omit<PushedImage, 'name'>,
  store: ImageStore,
  name: string,
): string | undefined {
  if (store.isFetching && isPrivate(address)) return `${name} fetches images itself and may not be able to reach it`
  if (!store.types.includes(mime)) return `${name} does not accept ${mime}`
  return bytes.length > store.maxBytes
    ? `it has ${bytes.length} bytes; the limit of ${name} is ${store.maxBytes}`
    : undefined
}

async function nameOf(address: string, image: { bytes: Uint8Array; mime: string }) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', image.bytes.slice())).toHex()
  return { digest, name: (await imageName(address, image)).replace('images/', '') }
}

function ended(html: string, warnings: ExportWarning[], isStrict: boolean) {
  if (isStrict && warnings.length > 0) {
    fail('EXPORT_IMAGE_MISSING', { issues: warnings.map(({ message, path = '' }) => ({ path, message })) })
  }
  return { html, warnings }
}
