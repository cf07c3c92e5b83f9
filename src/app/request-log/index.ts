/**
 * The request log of a project: the last requests of its API keys, for the section Developers of the console. They are buffered
 * and written together after their responses; nothing waits for the log. Start at log.ts.
 */
export { type RequestLog, createRequestLog } from './log.ts'
export { requestLogRoutes } from './routes.ts'
export { purgeRequests } from './store.ts'
