/**
 * What can be determined of an organization: how its addresses are made, by what the project verified, and its name, by its home
 * page and the registry where they can be reached. Start at describe-organization.ts.
 */
export { type IntelligenceDeps, intelligenceRoutes } from './routes.ts'
