import type { Config, ConfigReport } from '../../../platform/config/index.ts'
import { guessableSecrets, secretProblems } from '../../secret-strength.ts'
import { type Finding, bad, ok, warn } from './finding.ts'

type Secrets = Pick<Config, 'secret' | 'bootstrapApiKey' | 'dataDir' | 'previousSecrets' | 'isPublic'>

/** How secrets are kept; one that may be guessed is an open door where strangers reach the service. */
export function checkSecret(config: Secrets): Finding {
  const problems = secretProblems(config).join(' ')
  if (config.isPublic && guessableSecrets(config).length > 0) return bad('secret', problems)
  if (problems !== '') return warn('secret', problems)
  const where = config.secret === undefined ? 'in the data directory' : 'from SVC_SECRET'
  const before = config.previousSecrets.length === 0 ? '' : '; SVC_SECRET_PREVIOUS is still accepted'
  return ok('secret', `${where}${before}`)
}

/** Secrets that every process of the machine can read. */
export function checkFlags(report: readonly ConfigReport[], exposed: readonly string[]): Finding {
  if (exposed.length > 0) return warn('flags', exposed.join(' '))
  const given = report.filter(({ origin }) => origin.startsWith('flag ')).length
  return ok('flags', `${given} settings on the command line; none is a secret`)
}
