/** Browser script of the sign-in page: passkeys. Without it, and in browsers without passkeys, the form stays hidden. */
import type { passkeyFields } from './fields.ts'

type Field = (typeof passkeyFields)[number]

const form = document.querySelector<HTMLFormElement>('#passkey')
if (form !== null && location.origin === form.dataset['origin'] && offersPasskeys()) start(form)

function offersPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

function start(shown: HTMLFormElement): void {
  const button = shown.querySelector('button')
  const status = shown.querySelector('[role="status"]')
  shown.hidden = false
  button?.addEventListener('click', () => {
    if (status !== null) status.textContent = ''
    prove(shown).catch(() => {
      if (status !== null) status.textContent = 'No passkey was used. Try again, or sign in with your password.'
    })
  })
  // Not after a refusal: an authenticator that needs no gesture would be refused again and again.
  if (shown.dataset['inField'] !== undefined) offerInField(shown)
}

/** Passkeys among what the browser fills into the field of the email address. */
function offerInField(shown: HTMLFormElement): void {
  if (!('isConditionalMediationAvailable' in PublicKeyCredential)) return
  void PublicKeyCredential.isConditionalMediationAvailable()
    .then((isOffered) => (isOffered ? prove(shown, 'conditional') : undefined))
    // Ended by the button, or by the person.
    .catch(() => undefined)
}

let pending: AbortController | undefined

/** Submits the response of a passkey to the challenge in the page. */
async function prove(shown: HTMLFormElement, mediation?: 'conditional'): Promise<void> {
  pending?.abort()
  pending = new AbortController()
  const { signal } = pending
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(shown.dataset['options'] ?? ''))
  const request = { publicKey, signal, ...(mediation === undefined ? {} : { mediation }) }
  const credential = await navigator.credentials.get(request)
  if (!(credential instanceof PublicKeyCredential)) throw new TypeError('no passkey')
  const { id, response } = credential.toJSON() as AuthenticationResponseJSON
  const values: Record<Field, string> = {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle ?? '',
  }
  for (const [name, value] of Object.entries(values)) {
    const input = shown.elements.namedItem(name)
    if (input instanceof HTMLInputElement) input.value = value
  }
  shown.submit()
}
