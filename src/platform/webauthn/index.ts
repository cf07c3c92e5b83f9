/**
 * Verification of passkeys (Web Authentication Level 3, 7.1 and 7.2), without attestation. Knows nothing of accounts. The library
 * is loaded with the first response of an authenticator.
 */
export { type RelyingParty, relyingPartyOf } from './relying-party.ts'
export {
  type NewPasskey,
  type PasskeyAssertion,
  type PasskeyRegistration,
  type StoredPasskey,
  verifyAssertion,
  verifyRegistration,
} from './verify.ts'
