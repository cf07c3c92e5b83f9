/**
 * The single error catalog: the source of every response above 399, the OpenAPI document, docs/errors.md and the SDK types.
 * Start at catalog.ts; throw with `fail`.
 */
export { type ErrorCode, catalog } from './catalog.ts'
export type { ErrorEntry, ErrorType } from './entry.ts'
export { type Issue, ServiceError, fail, refusalOf } from './service-error.ts'
export { type PluginError, type Problem, pluginErrorBody, problemBody } from './bodies.ts'
