import manifest from '../../package.json' with { type: 'json' }

/** From package.json at build time. */
export const version: string = manifest.version
