import { nonceIn } from '../../../sdk/browser/protocol/index.ts'
import { type Host, NotEmbedded } from './host.ts'
import { connectSdk } from './sdk-host.ts'

/**
 * The page around this one, and the session: of the SDK where the fragment holds its nonce, of the URL itself where it holds what
 * `POST /init` wrote there. Rejects with NotEmbedded in a window of its own or without a fragment, with PLUGIN_AUTH_INVALID for any other.
 */
export async function connectHost(): Promise<Host> {
  const nonce = nonceIn(location.hash)
  const isEmbedded = window.parent !== window
  if (isEmbedded && nonce === '') return (await import('./session-host.ts')).connectSession()
  // Out of the address at once: it is good for one handshake, and belongs in no history and no screenshot.
  history.replaceState(null, '', location.pathname + location.search)
  if (!isEmbedded) throw new NotEmbedded('The editor is opened inside another page.')
  return connectSdk(nonce)
}
