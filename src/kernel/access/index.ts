/**
 * The access table: for every operation its resource, the source of its id and the level that templates must grant. Pure
 * data, so that the guard, the tests and docs/access.md share one source. The audited operations are in
 * app/audited-operations.ts. Start at operations.ts; resources.ts defines owners and applicable grants.
 */
export {
  type IdSource,
  type OperationAccess,
  type OperationId,
  type TemplateCheck,
  accessOf,
  operationAccess,
} from './operations.ts'
export { type Access, type Level, covers, levels } from './levels.ts'
export { type Resource, type ResourceAccess, resources } from './resources.ts'
export { type AccessCheck, observeAccess, reportAccess } from './observed.ts'
