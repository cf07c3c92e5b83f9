/**
 * Data about an organization: address patterns learned from the project's verifications, and its name from its home page
 * and the registry, if they respond. Start at describe-organization.ts.
 */
export { type IntelligenceDeps, intelligenceRoutes } from './routes.ts'
