/** Kinds of resources that callers may give an id of their own. */
export const externalKinds = ['template', 'folder', 'module', 'asset'] as const

export type ExternalKind = (typeof externalKinds)[number]

/** Precedes an external id wherever an id is accepted: `ext:welcome-email`. */
export const externalPrefix = 'ext:'

/** The external id that a reference names; undefined for a reference by id. */
export function externalIdIn(reference: string): string | undefined {
  return reference.startsWith(externalPrefix) ? reference.slice(externalPrefix.length) : undefined
}
