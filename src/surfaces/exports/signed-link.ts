import { limits } from '../../kernel/limits.ts'
import type { Vault } from '../../platform/identity/index.ts'

export type LinkState = 'valid' | 'expired' | 'invalid'

/** The parts of a link, as they came. */
export interface SignedLink {
  exportId: string
  /** Name of the file. */
  name: string
  /** When it expires, Unix seconds. */
  exp: string
  sig: string
}

/** Makes and judges temporary links to files on the CDN host; only who has the installation's secret can make one. */
export interface Links {
  /** Address of a file of an export: at most an hour, and never longer than the export itself. Times in ms. */
  create(file: { exportId: string; name: string; expiresAt: number }, nowMs: number): string
  /** Judges a link as it came. A wrong signature is `invalid` whatever its time. */
  judge(link: SignedLink, nowMs: number): LinkState
}

/** Links of this installation. `cdnUrl` is the public address of the CDN host. */
export function createLinks(vault: Vault, cdnUrl: string): Links {
  return {
    create({ exportId, name, expiresAt }, nowMs) {
      const exp = String(Math.floor(Math.min(nowMs + limits.downloadLinkSeconds * 1000, expiresAt) / 1000))
      const sig = vault.sign(payload(exportId, name, exp))
      return `${cdnUrl}/cdn/exports/${exportId}/${encodeURIComponent(name)}?exp=${exp}&sig=${sig}`
    },
    judge({ exportId, name, exp, sig }, nowMs) {
      if (!vault.verify(payload(exportId, name, exp), sig)) return 'invalid'
      return nowMs < Number(exp) * 1000 ? 'valid' : 'expired'
    },
  }
}

// The purpose comes first, so that nothing else the vault signs can pass for a link.
function payload(exportId: string, name: string, exp: string): string {
  return JSON.stringify(['cdn export', exportId, name, exp])
}
