import manifest from '../../package.json' with { type: 'json' }

/** The version of this executable, from package.json at build time. */
export const version: string = manifest.version
