/**
 * The wizard: analyzes a domain, writes its DMARC record as a plan, and verifies that it was published. Start at wizard.ts,
 * then generate.ts.
 */
export { wizardRoutes } from './routes.ts'
