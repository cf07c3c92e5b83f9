// The last ids there can be, so that whatever requests the first company or project never meets these.
const lastBody = 'z'.repeat(26)

/** The company that owns the public templates. Nobody signs in to it, and no list of companies shows it. */
export const publicCompanyId = `com_${lastBody}`

/** The project that owns the public templates: marked as deleted, so nothing lists it and no key opens it. */
export const publicProjectId = `prj_${lastBody}`

const demoBody = `${'z'.repeat(25)}y`

/** The company of the editor demo: nobody signs in to it, it has no API key, and no list of companies shows it. */
export const demoCompanyId = `com_${demoBody}`

/** The project of the editor demo: its id marks it, and whatever lists projects leaves it out. */
export const demoProjectId = `prj_${demoBody}`

/** What the user ids of visitors to a public demo begin with; on this machine alone the visitor is user 1. */
export const demoVisitorPrefix = 'demo-'
