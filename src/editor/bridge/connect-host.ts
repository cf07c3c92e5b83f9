import { nonceIn } from '../../../sdk/browser/protocol/index.ts'
import { type Host, NotEmbedded } from './host.ts'
import { connectSdk } from './sdk-host.ts'

/**
 * Connects to the host page: by the SDK if the fragment contains its nonce, otherwise by the session that `POST
 * /init` wrote into the URL. Rejects with NotEmbedded outside a frame or without a fragment, with PLUGIN_AUTH_INVALID
 * for any other fragment.
 */
export async function connectHost(): Promise<Host> {
  const nonce = nonceIn(location.hash)
  const isEmbedded = window.parent !== window
  if (isEmbedded && nonce === '') return (await import('./session-host.ts')).connectSession()
  // Removed from the URL at once: the nonce is valid for one handshake and must not appear in the history or in
  // screenshots.
  history.replaceState(null, '', location.pathname + location.search)
  if (!isEmbedded) throw new NotEmbedded('The editor is opened inside another page.')
  return connectSdk(nonce)
}
