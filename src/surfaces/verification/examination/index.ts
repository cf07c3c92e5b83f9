/**
 * One address examined while a caller waits: what is cached, what is found, and what it costs, the same for every
 * operation that needs it. Uses verifier, memory and credits. Start at examine.ts.
 */
export { type Examination, type Examined, type ExaminationDeps, answersFor, createExamination } from './examine.ts'
