/**
 * Companies, their projects and users, and the API keys of a project. Called by the commands, the first start and the
 * console; over REST there are the API keys, the project and its plugin credentials. Uses platform storage, identity and
 * audit.
 * Start at projects.ts; every function takes the `db` of the caller's transaction unless its parameter is a `store`.
 */
export { administrationRoutes } from './administration/routes.ts'
export { type Actor, systemActor } from './actor.ts'
export {
  type ApiKey,
  type NewApiKey,
  createApiKey,
  keysSignal,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from './api-keys/api-keys.ts'
export { apiKeyRoutes } from './api-keys/routes.ts'
export { type Company, type Plan, createCompany, findCompany, listCompanies, plans, setPlan } from './companies.ts'
export { type Plugin, findPlugin, rotateCredentials } from './credentials/credentials.ts'
export { projectRoutes } from './credentials/routes.ts'
export { openDemoProject } from './demo-project.ts'
export { checkOrigins } from './origins.ts'
export { checkPassword } from './passwords.ts'
export {
  type NewProject,
  type Project,
  createProject,
  findProject,
  listProjects,
  projectsSignal,
  setAllowedOrigins,
} from './projects.ts'
export { type InstallationRates, pluginProjectRateOf } from './project-limits.ts'
export { visitSealedProjects } from './store.ts'
export { confirmPassword } from './password-confirmation.ts'
export { type SignedIn, browserTokenFor, completeSignIn, signIn } from './sign-in.ts'
export { purgeSignInCounts, takeAttempt } from './sign-in-limits.ts'
export { changeRole, disableUser, enableUser, removeUser, resetPassword } from './user-changes.ts'
export {
  type NewUser,
  type User,
  addUser,
  checkMember,
  createUser,
  findUserByEmail,
  hasUsers,
  listUsers,
  prepareUser,
} from './users.ts'
