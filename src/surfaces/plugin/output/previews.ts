import { limits } from '../../../kernel/limits.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { type BlobEntry, type Blobs, collectExpired } from '../../../platform/blobs/index.ts'
import { type Vault, hashKey } from '../../../platform/identity/index.ts'
import type { Store } from '../../../platform/storage/index.ts'

/** The parts of a preview's address, as they came. */
export interface PreviewLink {
  id: string
  /** When it expires, Unix seconds. */
  exp: string
  sig: string
  view: string
}

export interface Previews {
  /** Keeps a page and answers the address that shows it for an hour. */
  create(html: string, device: 'desktop' | 'mobile'): Promise<string>
  /** The page behind an address. LINK_INVALID, LINK_EXPIRED, or FILE_NOT_FOUND when it was removed. */
  open(link: PreviewLink): Promise<string>
}

/** Where previews are kept; whatever lies here for longer than an address works is of no use. */
const previewFolder = 'previews/'

/** Previews of this installation: kept under the hash of what they show, led to by signed addresses on the CDN host. */
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
      // The hour belongs to the name, so that the same email previewed later does not go with the old file.
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

/** Removes previews whose addresses have expired; answers how many. Safe to run on several replicas. */
export async function purgePreviews(blobs: Blobs, nowMs: number): Promise<number> {
  const before = nowMs - limits.previewLinkSeconds * 1000
  const isOver = ({ key, storedAtMs }: BlobEntry) => {
    const exp = /^(\d+)-/.exec(key.slice(previewFolder.length))?.[1]
    return exp === undefined ? storedAtMs < before : Number(exp) * 1000 <= nowMs
  }
  return collectExpired(blobs, (await blobs.list(previewFolder)).filter(isOver))
}

// The key tells when it expires by the clock of its link: that of the store of blobs may be another. Older keys are the id alone.
function keyOf(id: string, exp: string): string {
  return `${previewFolder}${exp}-${id}.html`
}

// The width at which phones show emails; the email inside is the same page, so that its media queries answer.
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
