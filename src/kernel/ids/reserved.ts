// The highest possible ids, so that a query for the first company or project never returns these.
const lastBody = 'z'.repeat(26)

/** The company of the public templates. It has no accounts, and lists of companies omit it. */
export const publicCompanyId = `com_${lastBody}`

/** The project of the public templates: marked as deleted, so that lists omit it and no key opens it. */
export const publicProjectId = `prj_${lastBody}`

const demoBody = `${'z'.repeat(25)}y`

/** The company of the editor demo: it has no accounts and no API key, and lists of companies omit it. */
export const demoCompanyId = `com_${demoBody}`

/** The project of the editor demo: lists of projects omit it by its id. */
export const demoProjectId = `prj_${demoBody}`

/** Prefix of the user ids of visitors to a public demo; on a local installation the visitor is user 1. */
export const demoVisitorPrefix = 'demo-'
