/**
 * Authentication of a received message: SPF of the client, DKIM of the content, and their alignment with From (RFC 9989).
 * SPF is our own; mailauth verifies signatures. Requests records through a function. Start at authenticate-message.ts.
 */
export { type AuthenticationQuestion, type MessageAuthentication, authenticateMessage } from './authenticate-message.ts'
export { type DkimSignature, verifySignatures } from './verify-signatures.ts'
