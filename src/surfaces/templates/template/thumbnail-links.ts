import { limits } from '../../../kernel/limits.ts'
import type { Vault } from '../../../platform/identity/index.ts'
import type { Template, UnsignedTemplate } from './contract.ts'

/** Unvalidated parts of a link. */
export interface ThumbnailLink {
  id: string
  /** Expiry, Unix seconds. */
  exp: string
  sig: string
}

/** Links to thumbnails for pages that have no API key, signed with the secret of the installation. */
export interface ThumbnailLinks {
  /** Adds the link, which stays the same for a revision within a window of time, so that browsers cache the image. */
  sign<T extends UnsignedTemplate>(template: T): T & Pick<Template, 'thumbnail_url'>
  /** Milliseconds since epoch at which links change. */
  windowEnd(): number
  evaluate(link: ThumbnailLink): 'valid' | 'expired' | 'invalid'
}

const windowMs = limits.thumbnailLinkHours * 3_600_000

/** `cdnUrl` is the public URL of the CDN host. */
export function createThumbnailLinks(
  vault: Pick<Vault, 'sign' | 'verify'>,
  { cdnUrl, nowMs }: { cdnUrl: string; nowMs: () => number },
): ThumbnailLinks {
  const windowEnd = () => (Math.floor(nowMs() / windowMs) + 1) * windowMs
  return {
    sign(template) {
      const { id, revision } = template
      // A whole window more, so that a link of the last moment is as useful as the others.
      const exp = String((windowEnd() + windowMs) / 1000)
      const query = `v=${revision}&exp=${exp}&sig=${vault.sign(payload(id, exp))}`
      return { ...template, thumbnail_url: `${cdnUrl}/cdn/thumbnails/${id}?${query}` }
    },
    windowEnd,
    evaluate({ id, exp, sig }) {
      if (!vault.verify(payload(id, exp), sig)) return 'invalid'
      return nowMs() < Number(exp) * 1000 ? 'valid' : 'expired'
    },
  }
}

/** The value of the ETag of a template: its link changes without a revision. */
export function templateTag({ revision, thumbnail_url: url }: Pick<Template, 'revision' | 'thumbnail_url'>): string {
  return `${revision}.${new URL(url).searchParams.get('exp') ?? ''}`
}

// The purpose comes first, so that no other value signed by the vault is accepted as a link.
function payload(id: string, exp: string): string {
  return JSON.stringify(['thumbnail', id, exp])
}
