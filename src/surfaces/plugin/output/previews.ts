import { limits } from '../../../kernel/limits.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { type BlobEntry, type Blobs, collectExpired } from '../../../platform/blobs/index.ts'
import { type Vault, hashKey } from '../../../platform/identity/index.ts'
import type { Store } from '../../../platform/storage/index.ts'

/** Unvalidated parts of a preview URL. */
export interface PreviewLink {
  id: string
  /** Expiry, Unix seconds. */
  exp: string
  sig: string
  view: string
}

export interface Previews {
  /** Stores a page and returns a URL that shows it for one hour. */
  create(html: string, device: 'desktop' | 'mobile'): Promise<string>
  /** The page of a preview URL. LINK_INVALID, LINK_EXPIRED, or FILE_NOT_FOUND if it was removed. */
  open(link: PreviewLink): Promise<string>
}

/** Files in this folder are useless once their URL has expired. */
const previewFolder = 'previews/'

/** Previews are stored under a hash of their content, with signed URLs on the CDN host. */
export function createPreviews({
  store,
  blobs,
  vault,
  cdnUrl,
}: {
  store: Store
  blobs: Blobs
  vault: Vault
  cdnUrl: string
}): Previews {
  const sign = (id: string, exp: string) => vault.sign(JSON.stringify(['preview', id, exp]))

  return {
    async create(html, device) {
      // The hash includes the expiry, so that a later preview of the same email is not removed with the earlier file.
      const exp = String(Math.floor(store.read.nowMs() / 1000) + limits.previewLinkSeconds)
      const id = hashKey(`${html} ${exp}`)
      await blobs.put(keyOf(id, exp), new TextEncoder().encode(html))
      const view = device === 'mobile' ? '&view=mobile' : ''
      return `${cdnUrl}/cdn/previews/${id}?exp=${exp}&sig=${sign(id, exp)}${view}`
    },
    async open({ id, exp, sig, view }) {
      if (!/^[0-9a-f]{64}$/.test(id) || !vault.verify(JSON.stringify(['preview', id, exp]), sig)) fail('LINK_INVALID')
      if (store.read.nowMs() >= Number(exp) * 1000) fail('LINK_EXPIRED')
      if (view === 'mobile') return phonePage(`/cdn/previews/${id}?exp=${exp}&sig=${encodeURIComponent(sig)}`)
      const bytes =
        (await blobs.get(keyOf(id, exp))) ?? (await blobs.get(`${previewFolder}${id}.html`)) ?? fail('FILE_NOT_FOUND')
      return new TextDecoder().decode(bytes)
    },
  }
}

/** Removes previews whose URLs have expired; returns the number removed. Safe to run on several replicas. */
export async function purgePreviews(blobs: Blobs, nowMs: number): Promise<number> {
  const before = nowMs - limits.previewLinkSeconds * 1000
  const isOver = ({ key, storedAtMs }: BlobEntry) => {
    const exp = /^(\d+)-/.exec(key.slice(previewFolder.length))?.[1]
    return exp === undefined ? storedAtMs < before : Number(exp) * 1000 <= nowMs
  }
  return collectExpired(blobs, (await blobs.list(previewFolder)).filter(isOver))
}

// The key contains the expiry of the link, because the clock of the blob store may differ. Keys of earlier versions contain
// only the id.
function keyOf(id: string, exp: string): string {
  return `${previewFolder}${exp}-${id}.html`
}

// The usual width of phones; the email is in a frame of this width, so that its media queries apply.
function phonePage(address: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Preview on a phone</title>
<style>
html, body { height: 100%; margin: 0 }
body { display: grid; place-items: center; background: light-dark(#eceef1, #16181c) }
iframe { box-sizing: border-box; width: 391px; max-width: 100vw; height: min(844px, 100vh); border: 8px solid light-dark(#1c1f24, #000); border-radius: 36px; background: #fff }
@media (max-width: 420px) { iframe { width: 100vw; height: 100vh; border: 0; border-radius: 0 } }
</style>
</head>
<body><iframe title="The email at 375 pixels" sandbox="" src="${address.replaceAll('&', '&amp;')}"></iframe></body>
</html>
`
}
