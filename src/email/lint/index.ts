/**
 * Checks an email for problems: size, accessibility, links, dark mode, Outlook, inbox, data, security, client support and
 * ESP limitations. Pure and browser-safe; imports document, data and render, and receives the block types. One file per rule
 * in rules/; start at lint-document.ts, then context.ts.
 */
export { type LintOptions, type MailType } from './context.ts'
export { isPrivateHost } from './model/hosts.ts'
export type { MailProvider } from './model/provider.ts'
export { type Lint, type LintSummary, familyOf, lintDocument } from './lint-document.ts'
export { type Fixed, fixAll } from './fix-all.ts'
export { type Finding, type Fix, type Rule, type Severity } from './rule.ts'
export { findDummyText } from './rules/inbox/placeholder.ts'
export { namesUnsubscribing } from './rules/links/unsubscribe-missing.ts'
export { rules } from './rules/list.ts'
export { clientNames, testedOn } from './client-support/table.ts'
