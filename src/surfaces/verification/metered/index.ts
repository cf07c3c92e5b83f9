/**
 * Verification of one address for a waiting caller: cached result, reserved credit, verifier, settlement.
 * Every operation that verifies a single address uses it. Start at metered-verifier.ts.
 */
export {
  type MeteredVerifier,
  type MeteredVerification,
  type MeteredVerifierDeps,
  answersFor,
  createMeteredVerifier,
} from './metered-verifier.ts'
