/**
 * Collects the evidence about a syntactically valid address from lists, DNS and mail server, for single verifications and
 * batches, and presents the result. Uses deliverability, and the network through injected functions. Start at verifier.ts.
 */
export { VerificationResult, options, listing, skippedLists, spamTrap, spamTrapExample } from './contract.ts'
export {
  type BlockFinding,
  type BlockLists,
  addressesOfMail,
  queryAddress,
  queryBlockLists,
  countListings,
  isListed,
  worstSeverity,
} from './block-lists.ts'
export { isDomainParked, resolverOf } from './domain.ts'
export { type Findings, type Step, evidenceOf } from './findings.ts'
export { hasGravatar } from './gravatar.ts'
export { type Meta, presentAge, presentInvalid, presentResult, presentHit, presentSpamTrap } from './present.ts'
export { isInSandbox, sandboxDomain, sandboxFindings } from './sandbox.ts'
export { type Depth, type Verifier, type VerifierDeps, createVerifier, describeLocally } from './verifier.ts'
