/**
 * Collects the evidence about an address of valid syntax: lists, DNS, mail server, alike for single ones and batches, and the
 * result in the shape of the contract. Uses the engines and, through functions, the network. Start at verifier.ts.
 */
export { VerificationResult, options, listing, spamTrap, spamTrapExample } from './contract.ts'
export {
  type BlockFinding,
  type BlockLists,
  addressesOfMail,
  queryAddress,
  queryBlockLists,
  countListings,
  worstSeverity,
} from './block-lists.ts'
export { isDomainParked, resolverOf } from './domain.ts'
export { type Findings, type Step, evidenceOf } from './findings.ts'
export { hasGravatar } from './gravatar.ts'
export { type Meta, presentAge, presentInvalid, presentResult, presentHit, presentSpamTrap } from './present.ts'
export { type Depth, type Verifier, type VerifierDeps, createVerifier } from './verifier.ts'
