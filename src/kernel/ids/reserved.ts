// The last ids there can be, so that whatever asks for the first company or project never meets these.
const lastBody = 'z'.repeat(26)

/** The company that owns the public templates. Nobody signs in to it, and no list of companies shows it. */
export const publicCompanyId = `com_${lastBody}`

/** The project that owns the public templates: marked as deleted, so nothing lists it and no key opens it. */
export const publicProjectId = `prj_${lastBody}`
