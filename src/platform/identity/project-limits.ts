import type { Rate } from '../../kernel/limits.ts'

/**
 * Limits that a project has set for itself. They apply beside those of the installation and of the plan, so they never allow
 * more; what is absent has no limit of its own.
 */
export interface ProjectLimits {
  readonly apiRate?: Rate
  /** Of one end user of an embedded editor. */
  readonly pluginRate?: Rate
  /** Of all end users together. */
  readonly pluginProjectRate?: Rate
  /** Bytes of all assets. */
  readonly assetBytes?: number
  /** Verification credits a month. */
  readonly credits?: number
}

/** The limits among the settings of a project; undefined where it has set none. */
export function limitsIn(settings: Readonly<Record<string, unknown>>): ProjectLimits | undefined {
  return settings['limits'] as ProjectLimits | undefined
}
