/** What the service needs of a new passkey, in base64url. */
interface NewPasskey {
  id: string
  client_data: string
  attestation_object: string
  transports: readonly string[]
}

/** Undefined if the person, or the browser, ended it; also when the device has a passkey of the account already. */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<NewPasskey | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey }).catch((error: unknown) => {
    if (error instanceof DOMException) return null
    throw error
  })
  if (!(credential instanceof PublicKeyCredential)) return undefined
  const { id, response } = credential.toJSON() as RegistrationResponseJSON
  const { attestationObject, clientDataJSON, transports } = response
  return { id, client_data: clientDataJSON, attestation_object: attestationObject, transports }
}
