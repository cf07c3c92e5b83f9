/**
 * Background jobs of a project: progress as a resource and as an event stream, and cancellation. Builds on platform/jobs;
 * job kinds are generic here, except for the scope that each one requires.
 * Start at jobs.ts.
 */
export { jobRoutes } from './routes.ts'
