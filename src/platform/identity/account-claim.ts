import type { Vault } from './vault.ts'

/**
 * The claim `svcAccount` of a token that the console signed: its user is an account of the company, with the permissions of its
 * role. The proof is signed with a key of the installation, so hosts, who have the Secret Key, cannot write it.
 */
export interface AccountClaim {
  /** Id of the account. */
  id: string
  proof: string
}

type Proven = { pluginId: string; id: string; until: number }

/** The claim for a token that expires at `until`, or for tokens derived from it; milliseconds since epoch. */
export function signAccountClaim(vault: Pick<Vault, 'sign'>, proven: Proven): AccountClaim {
  return { id: proven.id, proof: `${proven.until}.${vault.sign(payloadOf(proven))}` }
}

/** True until the expiry of the first token. */
export function isProvenAccount(
  vault: Pick<Vault, 'verify'>,
  { id, proof }: AccountClaim,
  { pluginId, nowMs }: { pluginId: string; nowMs: number },
): boolean {
  const point = proof.indexOf('.')
  const until = Number(proof.slice(0, point))
  return nowMs < until && vault.verify(payloadOf({ pluginId, id, until }), proof.slice(point + 1))
}

function payloadOf({ pluginId, id, until }: Proven): string {
  return JSON.stringify(['svc account of an editor', pluginId, id, until])
}
