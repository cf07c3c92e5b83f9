import { fail } from '../../../kernel/errors/index.ts'
import type { GivenAuth, ShownAuth } from './contract.ts'
import { refusePassword } from './passwordless.ts'

/** The secrets of a mailbox, as they are sealed. */
export interface Secrets {
  readonly password?: string
  readonly client_secret?: string
  readonly refresh_token?: string
}

type Member = Exclude<keyof GivenAuth, 'method'>

const required: Readonly<Record<GivenAuth['method'], readonly Member[]>> = {
  password: ['password'],
  client_credentials: ['token_url', 'client_id', 'client_secret'],
  refresh_token: ['token_url', 'client_id', 'refresh_token'],
}
const allowed: typeof required = {
  password: ['password'],
  client_credentials: [...required.client_credentials, 'scope'],
  refresh_token: [...required.refresh_token, 'client_secret', 'scope'],
}
const members = ['password', 'token_url', 'client_id', 'client_secret', 'refresh_token', 'scope'] as const

/** Splits credentials into what is shown and what is sealed. VALIDATION_FAILED for what the method does not take. */
export function readAuth(
  given: GivenAuth,
  { host, refusalOf }: { host: string; refusalOf: (url: string) => string | undefined },
): { shown: ShownAuth; secrets: Secrets } {
  const { method } = given
  const missing = required[method].find((name) => given[name] === undefined)
  if (missing !== undefined) return refuse(missing, `required for ${method}`)
  const foreign = members.find((name) => given[name] !== undefined && !allowed[method].includes(name))
  if (foreign !== undefined) return refuse(foreign, `not used for ${method}`)
  const { client_id: id, client_secret: secret, password, refresh_token: refresh, scope, token_url: url } = given
  const passwordRefusal = password === undefined ? undefined : refusePassword({ host }, password)
  if (passwordRefusal !== undefined) return refuse('password', passwordRefusal)
  const refusal = url === undefined ? undefined : refusalOf(url)
  if (refusal !== undefined) return refuse('token_url', refusal)
  return {
    shown: {
      method,
      ...(url === undefined ? {} : { token_url: url }),
      ...(id === undefined ? {} : { client_id: id }),
      ...(scope === undefined ? {} : { scope }),
    },
    secrets: {
      ...(password === undefined ? {} : { password }),
      ...(secret === undefined ? {} : { client_secret: secret }),
      ...(refresh === undefined ? {} : { refresh_token: refresh }),
    },
  }
}

function refuse(member: Member, message: string): never {
  return fail('VALIDATION_FAILED', { issues: [{ path: `/auth/${member}`, message }] })
}
