/**
 * One address examined while a caller waits: what is remembered, what is found, and what it costs, the same for every
 * operation that needs it. Asks verifier, memory and credits. Start at examine.ts.
 */
export { type Examination, type Examined, type ExaminationDeps, answersFor, createExamination } from './examine.ts'
