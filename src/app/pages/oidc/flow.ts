import type { Vault } from '../../../platform/identity/index.ts'
import type { OidcFlow } from '../../../platform/oidc/index.ts'
import { returnPath } from '../return-path.ts'

/**
 * The values of one sign-in, derived from the token in the cookie of the browser that has begun it: nothing is stored. The
 * state also holds the path to which the person returns.
 */
export interface Flows {
  of(token: string, next: string): OidcFlow
  /** The flow of the browser, and its path, for the state of a response; undefined if it belongs to another browser. */
  find(token: string, state: string): { flow: OidcFlow; next: string } | undefined
}

export function createFlows(vault: Pick<Vault, 'sign'>, redirectUri: string): Flows {
  const derive = (purpose: string, token: string, next = '') => vault.sign(`svc oidc ${purpose} ${token} ${next}`)
  function of(token: string, next: string): OidcFlow {
    return {
      redirectUri,
      state: `${derive('state', token, next)}.${Buffer.from(next).toString('base64url')}`,
      nonce: derive('nonce', token),
      verifier: derive('verifier', token),
    }
  }
  return {
    of,
    find(token, state) {
      const next = returnPath(Buffer.from(state.split('.')[1] ?? '', 'base64url').toString())
      const flow = of(token, next)
      return flow.state === state ? { flow, next } : undefined
    },
  }
}
