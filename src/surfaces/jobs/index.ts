/**
 * Long work as its project sees it: how far it is, as a resource and as a stream of events, and a way to cancel it. Asks
 * platform/jobs; knows no kind by name, only which scope each one needs. Start at jobs.ts.
 */
export { jobRoutes } from './routes.ts'
