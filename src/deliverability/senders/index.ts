/**
 * Services that send and forward mail, and the class of each source of a domain's mail: own, forwarder, threat or unknown,
 * with its evidence. The table is data (senders.json), compiled for this product; a match is a hint. No I/O.
 * Start at streams.ts and classify.ts; gather.ts holds the rules, evidence.ts their weights.
 */
export { type ClassifiedStream, classifyStreams } from './classify.ts'
export type { Evidence, EvidenceCode } from './evidence.ts'
export { type Sender, type SenderKind, senderOfDomain, senderOfHost, senderOfInclude } from './senders.ts'
export { termsOfSpf } from './spf-terms.ts'
export { type ClassContext, type HostFacts, type MailStream, type SourceClass, streamKey } from './streams.ts'
