/**
 * The one error catalog. Every answer above 399, the OpenAPI document, docs/errors.md and the SDK types come from it.
 * Start at catalog.ts; throw with `fail`.
 */
export { type ErrorCode, catalogue } from './catalogue.ts'
export type { ErrorEntry, ErrorType } from './entry.ts'
export { type Issue, ServiceError, fail, refusalOf } from './service-error.ts'
export { type PluginError, type Problem, pluginErrorBody, problemBody } from './bodies.ts'
