/**
 * The server-rendered pages: landing page, one-time setup, sign-in and sign-out; the page of the embedded editor, and /demo,
 * which embeds it as hosts do; the pages of reviewers, clients and customers without an account. Markup as strings, one inline style, no script but
 * that of passkeys on the sign-in page; the pages of the console and the editor only load their applications. account/ and
 * members/ serve calls of the console. Uses accounts for sessions and surfaces/projects for projects. Start at routes.ts;
 * theme.css defines colors and type of all pages.
 */
export { createAccountMail } from './account-mail.ts'
export { accountCalls } from './account-calls.ts'
export { connectedAppRoutes } from './connected-apps/routes.ts'
export { sessionCookie } from './cookies.ts'
export { createReferenceReader } from './reference-reader.ts'
export { consoleRoutes } from './console/routes.ts'
export { demoRoutes } from './demo/routes.ts'
export { domainReportPages } from './domain-report/routes.ts'
export { editorRoutes } from './editor/routes.ts'
export { guideRoutes } from './guides/routes.ts'
export { linkPages } from './links/routes.ts'
export { oidcRoutes } from './oidc/routes.ts'
export { failurePage } from './failure.ts'
export { reviewPages } from './review/routes.ts'
export { webhookPortalPages } from './webhook-portal/routes.ts'
export { type PageDeps, pageRoutes } from './routes.ts'
