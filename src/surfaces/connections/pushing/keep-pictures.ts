/** The pictures of an email kept by the provider that the email is pushed to. */
import {
  type Account,
  type Adapter,
  type Api,
  type PictureStore,
  PushFailure,
  type PushedPicture,
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
 * Has the provider keep the pictures of a page and leads the page to them. What was kept before is not given again. A picture
 * that cannot be had, or is not taken, keeps its address, with a warning; under `isStrict` EXPORT_IMAGE_MISSING. Fails with
 * PushFailure where the provider answers nothing of use for any picture.
 */
export async function keepPictures(
  html: string,
  keeping: Keeping,
): Promise<{ html: string; warnings: ExportWarning[] }> {
  const { adapter, collect, connectionId, isStrict, signal, store, workers } = keeping
  const { pictures } = adapter
  // What the mailing system fills in is not known here.
  const listed = await findImageUrls(html, workers)
  const addresses = listed.filter((address) => /^https?:/i.test(address) && !/\{\{|\{%|\*\|/.test(address))
  if (addresses.length === 0) return { html, warnings: [] }
  const warnings: ExportWarning[] = []
  const warn = (address: string, because: string) =>
    warnings.push({ code: 'IMAGE_NOT_UPLOADED', path: address, message: `The image stays where it is: ${because}.` })
  if (pictures === undefined) {
    for (const address of addresses) warn(address, `the API of ${adapter.name} takes no images`)
    return ended(html, warnings, isStrict)
  }
  const wanted = addresses.slice(0, limits.exportImages)
  for (const address of addresses.slice(limits.exportImages))
    warn(address, `a push uploads at most ${limits.exportImages} images`)
  const found = await collect(wanted, signal)
  const given: (PushedPicture & { digest: string })[] = []
  for (const address of wanted) {
    const picture = found.get(address) ?? { missing: 'it was not looked for' }
    const refusal = 'missing' in picture ? picture.missing : refusalOf({ ...picture, address }, pictures, adapter.name)
    if (refusal !== undefined || 'missing' in picture) warn(address, refusal ?? '')
    else given.push({ ...picture, address, ...(await nameOf(address, picture)) })
  }
  const digests = given.map(({ digest }) => digest)
  const kept = await rows.selectPictures(store.read, connectionId, digests)
  const map = new Map<string, string>()
  for (const { digest, ...picture } of given) {
    signal.throwIfAborted()
    const url = kept.get(digest) ?? (await keepOne(picture, pictures, keeping, warn))
    if (url === undefined) continue
    map.set(picture.address, url)
    if (kept.has(digest)) continue
    kept.set(digest, url)
    // At once, so that a repetition of this push does not give it again.
    await store.tx((db) => rows.savePicture(db, { connectionId, digest, url, createdAt: db.nowMs() }), statementwise)
  }
  return ended(await replaceImageUrls(html, map, workers), warnings, isStrict)
}

async function keepOne(
  picture: PushedPicture,
  pictures: PictureStore,
  { account, api }: Keeping,
  warn: (address: string, because: string) => void,
): Promise<string | undefined> {
  try {
    return await pictures.keep(api, picture, account)
  } catch (error) {
    if (!(error instanceof PushFailure)) throw error
    const { kind, message, retryAfterMs, status } = error
    if (kind === 'rejected' || kind === 'too_large') {
      warn(picture.address, message.replace(/\.$/, ''))
      return undefined
    }
    if ((kind !== 'forbidden' && kind !== 'unauthorized') || pictures.needs === undefined) throw error
    const facts = status === undefined ? {} : { status }
    throw new PushFailure(kind, `${message} Images need the right “${pictures.needs}”.`, { ...facts, retryAfterMs })
  }
}

function refusalOf(
  { address, bytes, mime }: Omit<PushedPicture, 'name'>,
  store: PictureStore,
  name: string,
): string | undefined {
  if (store.isFetching && isPrivate(address)) return `${name} fetches images itself and may not reach it`
  if (!store.types.includes(mime)) return `${name} does not take ${mime}`
  return bytes.length > store.mostBytes ? `it has ${bytes.length} bytes; ${name} takes ${store.mostBytes}` : undefined
}

async function nameOf(address: string, picture: { bytes: Uint8Array; mime: string }) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', picture.bytes.slice())).toHex()
  return { digest, name: (await imageName(address, picture)).replace('images/', '') }
}

function ended(html: string, warnings: ExportWarning[], isStrict: boolean) {
  if (isStrict && warnings.length > 0) {
    fail('EXPORT_IMAGE_MISSING', { issues: warnings.map(({ message, path = '' }) => ({ path, message })) })
  }
  return { html, warnings }
}
