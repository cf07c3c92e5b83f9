import type { EmailDocument, Operation } from '../model.ts'

/** A change made, and how to take it back. */
export interface Applied {
  document: EmailDocument
  inverse: Operation
}

/** One of the operations by its name. */
export type OperationOf<Name extends Operation['op']> = Extract<Operation, { op: Name }>
