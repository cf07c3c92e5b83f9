import type { Provider } from './provider.ts'
import rows from './providers.json' with { type: 'json' }

/** Every provider with an export, by id. The rows are facts from the source that each of them names. */
export const providers: ReadonlyMap<string, Provider> = new Map(
  (rows as Provider[])
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    .map((provider) => [provider.id, provider]),
)

/** Features of the data language that a provider supports. */
export interface Capabilities {
  fallback: boolean
  conditional: boolean
  loop: boolean
  unsubscribe: boolean
  amp: boolean
  /** Regions that users can edit at the provider. */
  editable: boolean
}

export function capabilitiesOf({ amp, condition, defaults, editable, loop, unsubscribe }: Provider): Capabilities {
  return {
    fallback: defaults === 'inline' || (defaults === 'via-conditional' && condition?.otherwise !== undefined),
    conditional: condition?.exists !== undefined || condition?.equals !== undefined,
    loop: loop !== undefined,
    unsubscribe: unsubscribe.code !== undefined,
    amp: amp !== undefined,
    editable: editable !== undefined,
  }
}
