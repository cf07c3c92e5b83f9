/**
 * The table of access: for every operation its resource, where the id comes from, the level that templates must grant, and
 * the action of the audit log. Pure data, so that the guard, the tests, the audit log and docs/access.md read one source.
 * Start at operations.ts; resources.ts says who owns what and which grants apply.
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
