/**
 * The verdict on an address: a pure function from evidence to verdict, reason and score, with tables from which the
 * documentation is generated. Only evidence about the mailbox or its domain makes an address invalid. Uses the types of mx,
 * smtp and providers. Start at evaluate.ts; sub-status.ts and adjustments.ts are the tables.
 */
export { type Adjustment, adjustments } from './adjustments.ts'
export type { Severity, TrapRisk, VerdictEvidence } from './evidence.ts'
export {
  type TrapAssessment,
  type TrapEvidence,
  type TrapSignal,
  type TrapType,
  assessTrap,
  trapRules,
} from './trap.ts'
export { type ScoreTerm, type Verdict, evaluate } from './evaluate.ts'
export { type Reachable, type SubStatus, type SubStatusRow, bands, subStatuses } from './sub-status.ts'
