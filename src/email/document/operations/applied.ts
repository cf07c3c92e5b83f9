import type { EmailDocument, Operation } from '../model.ts'

export interface Applied {
  document: EmailDocument
  inverse: Operation
}

export type OperationOf<Name extends Operation['op']> = Extract<Operation, { op: Name }>
