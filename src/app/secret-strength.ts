import { statSync } from 'node:fs'
import type { Config } from '../platform/config/index.ts'
import { secretFile } from './instance-secret.ts'

const minDistinct = 8
/** Words and sequences of examples and of manual input; a random secret contains none of them. */
const guessable = /secret|passw|change.?me|example|default|letmein|qwerty|asdfgh|01234567|12345678|abcdefgh/i

/** The reason why a secret of at least 32 characters may be guessable, as the end of a sentence; undefined without one. */
export function weaknessOf(secret: string): string | undefined {
  if (new Set(secret).size < minDistinct) return `has fewer than ${minDistinct} different characters`
  // A text occurs in its own doubling at an inner position only if it is periodic.
  const period = `${secret}${secret}`.indexOf(secret, 1)
  if (period < secret.length) return `repeats the same ${period} characters`
  const word = guessable.exec(secret)?.[0]
  return word === undefined ? undefined : `has “${word}” in it, as examples do`
}

type ConfiguredSecrets = Pick<Config, 'secret' | 'bootstrapApiKey'>

/** Guessable secrets of the configuration, each with its remedy as a sentence. */
export function guessableSecrets({ secret, bootstrapApiKey }: ConfiguredSecrets): string[] {
  const remedies = [
    [
      'SVC_SECRET',
      secret,
      'Generate a random one (openssl rand -hex 32), and replace it as /docs/guide/operations describes.',
    ],
    [
      'SVC_BOOTSTRAP_API_KEY',
      bootstrapApiKey?.replace(/^svc_/, ''),
      'Create another API key, revoke this one, and remove the setting: the key works until then.',
    ],
  ] as const
  return remedies.flatMap(([setting, value, remedy]) => {
    const weakness = value === undefined ? undefined : weaknessOf(value)
    return weakness === undefined ? [] : [`${setting} ${weakness}. ${remedy}`]
  })
}

/** Problems of the storage of secrets, each with its remedy as a sentence. */
export function secretProblems(config: ConfiguredSecrets & Pick<Config, 'dataDir'>): string[] {
  const guessable = guessableSecrets(config)
  if (config.secret !== undefined) return guessable
  const file = secretFile(config.dataDir)
  const mode = statSync(file, { throwIfNoEntry: false })?.mode
  if (mode === undefined || process.platform === 'win32' || (mode & 0o077) === 0) return guessable
  const octal = (mode & 0o777).toString(8).padStart(4, '0')
  return [
    ...guessable,
    `${file} is open to other users (mode ${octal}). Run chmod 600 on it, and rotate the secret if others had access.`,
  ]
}
