/** Hidden inputs of the passkey form: the response of an authenticator, in base64url. */
export const passkeyFields = ['id', 'client_data', 'authenticator_data', 'signature', 'user_handle'] as const
