import table from './providers.json'

export const providerIds = ['gmail', 'yahoo', 'mail_ru', 'fairemail'] as const
type ProviderId = (typeof providerIds)[number]

export interface AmpProvider {
  readonly id: ProviderId
  readonly name: string
  /** The unit of a registration; `none`: the provider has no registration. */
  readonly registers: 'address' | 'dkim_domain' | 'none'
  /** Email address to which an example is sent. */
  readonly exampleTo: string | null
  readonly hasForm: boolean
  readonly responseDays: number | null
  readonly requirements: readonly string[]
  readonly sources: readonly string[]
}

/** The day on which the table was last compared with its sources. */
export const reviewedOn = table.reviewed
/** One form serves all providers that have one. */
export const registrationForm: { readonly url: string; readonly name: string; readonly source: string } = table.form
/** Questions of the form, in order. */
export const answeredFields: readonly { readonly id: string; readonly label: string }[] = table.fields

export const providers: readonly AmpProvider[] = providerIds.map((id) => {
  const row = table.providers.find((each) => each.id === id)
  if (row === undefined) throw new Error(`providers.json has no ${id}`)
  return {
    id,
    name: row.name,
    registers: row.registers as AmpProvider['registers'],
    exampleTo: row.example_to,
    hasForm: row.has_form,
    responseDays: row.response_days,
    requirements: row.requirements,
    sources: row.sources,
  }
})

export function findProvider(id: string): AmpProvider | undefined {
  return providers.find((each) => each.id === id)
}
