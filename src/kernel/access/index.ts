/**
 * The table of access: for every operation its resource, where the id comes from and the level that templates must grant.
 * Pure data, so that the guard, the tests and docs/access.md read one source. What the audit log gets of an operation is in
 * app/audited-operations.ts. Start at operations.ts; resources.ts says who owns what and which grants apply.
 */
export {
  type IdSource,
  type OperationAccess,
  type OperationId,
  type TemplateCheck,
  accessOf,
  operationAccess,
} from './operations.ts'
export { type Resource, type ResourceAccess, resources } from './resources.ts'
export { type AccessCheck, observeAccess, reportAccess } from './observed.ts'
