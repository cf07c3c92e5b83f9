import type { Origins } from './read-config.ts'
import { settingNames, settingOf } from './settings.ts'

/** One line of the report: what holds and who said so. */
export interface ConfigReport {
  name: string
  value: string
  origin: string
}

/** Every setting with its value and origin; secrets are dots, whatever their length. */
export function describeConfig(origins: Origins): ConfigReport[] {
  return settingNames.map((name) => {
    const given = origins.get(name)
    const { secret, shownDefault = 'none' } = settingOf(name)
    if (given === undefined) return { name, value: shownDefault, origin: 'default' }
    return { name, value: secret ? '••••••••' : given.text, origin: given.origin }
  })
}
