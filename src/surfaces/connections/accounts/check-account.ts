import { type Account, type Adapter, type Field, adapters } from '../../../email/push/index.ts'
import { fail } from '../../../kernel/errors/index.ts'

interface Issue {
  path: string
  message: string
}

/** VALIDATION_FAILED with a list of all providers if there is no such provider. */
export function adapterOf(provider: string): Adapter {
  const message = `unknown provider “${provider}”; use one of ${[...adapters.keys()].join(', ')}`
  return adapters.get(provider) ?? fail('VALIDATION_FAILED', { issues: [{ path: '/provider', message }] })
}

/** Checks an account against the requirements of its provider. VALIDATION_FAILED names every problem, but no secret. */
export function checkAccount(adapter: Adapter, account: Account): void {
  const issues = [
    ...issuesOf('/credentials', adapter, adapter.credentials, account.credentials),
    ...issuesOf('/settings', adapter, adapter.settings, account.settings),
  ]
  if (issues.length > 0) fail('VALIDATION_FAILED', { issues })
}

function issuesOf(
  path: string,
  { name: provider }: Adapter,
  fields: readonly Field[],
  given: Readonly<Record<string, string>>,
): Issue[] {
  const known = fields.map(({ name }) => name)
  const unknown = Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: `${path}/${name}`,
      message: `is unknown: ${provider} has ${known.length === 0 ? 'none' : `only ${known.join(', ')}`}`,
    }))
  const wrong = fields.flatMap((field) => {
    const fault = faultOf(field, given[field.name])
    return fault === undefined ? [] : [{ path: `${path}/${field.name}`, message: fault }]
  })
  return [...unknown, ...wrong]
}

function faultOf({ choices, description, example, pattern, required }: Field, value: string | undefined) {
  if (value === undefined) return required ? `is missing: ${description}` : undefined
  if (choices !== undefined && !choices.includes(value)) return `must be one of ${choices.join(', ')}`
  if (pattern !== undefined && !new RegExp(`^(?:${pattern})$`).test(value)) return `must have the format of ${example}`
  return undefined
}
