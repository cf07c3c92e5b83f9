/** What someone may do with a template: each level includes those before it. */
export const levels = ['view', 'comment', 'edit_text', 'edit', 'publish', 'manage'] as const

export type Level = (typeof levels)[number]

/** A level, or none: then the template is as if it were not there. */
export type Access = Level | 'none'

/** True if an access covers what a level allows. */
export function covers(access: Access, level: Level): boolean {
  return access !== 'none' && levels.indexOf(access) >= levels.indexOf(level)
}
