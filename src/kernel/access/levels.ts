/** Ascending: each level includes those before it. */
export const levels = ['view', 'comment', 'edit_text', 'edit', 'publish', 'manage'] as const

export type Level = (typeof levels)[number]

/** `none` hides the template from the caller. */
export type Access = Level | 'none'

export function covers(access: Access, level: Level): boolean {
  return access !== 'none' && levels.indexOf(access) >= levels.indexOf(level)
}
