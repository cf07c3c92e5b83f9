/**
 * Mailboxes that are read for reports over IMAP, by password or OAuth 2: settings, runs as jobs, and what failed with its
 * remedy. Start at mailboxes.ts, then poll.ts.
 */
export { mailboxJobs } from './jobs.ts'
export type { PollDeps } from './poll.ts'
export { type MailboxRouteDeps, mailboxRoutes } from './routes.ts'
export { visitSealedMailboxes } from './store.ts'
