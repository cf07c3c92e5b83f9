/**
 * The SMTP server that receives mail for unguessable recipients: reports of receivers and messages to check. It relays
 * nothing and sends nothing, and responds with 2xx only after the recipient has stored the message. Imports log, metrics and
 * limits. Start at inlet.ts; a kind of recipient is one entry of the list that it gets.
 */
export { type IdentityFiles, readIdentity } from './identity.ts'
export { type Inlet, type InletDeps, type InletTimes, createInlet } from './inlet.ts'
export type { Delivery, InboundMessage, Recipient, RecipientKind } from './recipients.ts'
