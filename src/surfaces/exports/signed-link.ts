import { limits } from '../../kernel/limits.ts'
import type { Vault } from '../../platform/identity/index.ts'

export type LinkState = 'valid' | 'expired' | 'invalid'

/** Unvalidated parts of a link. */
export interface SignedLink {
  exportId: string
  /** File name. */
  name: string
  /** Expiry, Unix seconds. */
  exp: string
  sig: string
}

/** Creates and verifies temporary links to files on the CDN host, signed with the installation's secret. */
export interface Links {
  /** URL of an export file: valid for at most an hour, but not longer than the export. Times in ms. */
  create(file: { exportId: string; name: string; expiresAt: number }, nowMs: number): string
  /** Verifies a link. A wrong signature is `invalid` even if the link has expired. */
  evaluate(link: SignedLink, nowMs: number): LinkState
}

/** `cdnUrl` is the public URL of the CDN host. */
export function createLinks(vault: Vault, cdnUrl: string): Links {
  return {
    create({ exportId, name, expiresAt }, nowMs) {
      const exp = String(Math.floor(Math.min(nowMs + limits.downloadLinkSeconds * 1000, expiresAt) / 1000))
      const sig = vault.sign(payload(exportId, name, exp))
      return `${cdnUrl}/cdn/exports/${exportId}/${encodeURIComponent(name)}?exp=${exp}&sig=${sig}`
    },
    evaluate({ exportId, name, exp, sig }, nowMs) {
      if (!vault.verify(payload(exportId, name, exp), sig)) return 'invalid'
      return nowMs < Number(exp) * 1000 ? 'valid' : 'expired'
    },
  }
}

// The purpose comes first, so that no other value signed by the vault is accepted as a link.
function payload(exportId: string, name: string, exp: string): string {
  return JSON.stringify(['cdn export', exportId, name, exp])
}
