/**
 * Links for visitors without an account: a random token in a URL, stored as a hash, that expires, can be revoked, and can do
 * no more than its creator may do at that time. A kind of link has a table with the columns of LinkColumns and those of its own.
 */
export { type NewLink, linkTag, newLink, presentLink, revokeLink } from './links.ts'
export { noteOpened, openLink } from './open-link.ts'
