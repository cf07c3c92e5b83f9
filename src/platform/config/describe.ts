import type { Origins } from './read-config.ts'
import { settingNames, settingOf } from './settings.ts'

/** One line of the report: the effective value and its origin. */
export interface ConfigReport {
  name: string
  value: string
  origin: string
}

/** Every setting with its value and origin; secrets are masked with a fixed number of dots. */
export function describeConfig(origins: Origins): ConfigReport[] {
  return settingNames.map((name) => {
    const given = origins.get(name)
    const { secret, shownDefault = 'none' } = settingOf(name)
    if (given === undefined) return { name, value: shownDefault, origin: 'default' }
    return { name, value: secret ? '••••••••' : given.text, origin: given.origin }
  })
}
