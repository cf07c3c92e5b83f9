import { flagOf } from './help.ts'
import { settingNames, settingOf } from './settings.ts'

/**
 * One sentence for each secret that was given as a flag, by setting name: every process of the machine can read flags
 * (`ps`). A URL is a secret if it contains a password.
 */
export function exposedSecrets(flags: ReadonlyMap<string, string>): string[] {
  return settingNames.flatMap((name) => {
    const value = flags.get(name)
    if (value === undefined || settingOf(name).secret !== true || isHarmless(value)) return []
    const flag = flagOf(name)
    return [
      `${flag} exposes a secret to every process on this machine (ps): set ${name} in the environment, or ${name}_FILE to a file that contains it.`,
    ]
  })
}

function isHarmless(value: string): boolean {
  return value
    .split(',')
    .every((part) => /:\/\//.test(part) && URL.parse(part.trim())?.password === '' && !/[?&]password=/i.test(part))
}
