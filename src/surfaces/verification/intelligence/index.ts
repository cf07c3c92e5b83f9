/**
 * What can be told of an organisation: how its addresses are made, by what the project verified, and its name, by its home
 * page and the registry where they can be reached. Start at describe-organisation.ts.
 */
export { type IntelligenceDeps, intelligenceRoutes } from './routes.ts'
