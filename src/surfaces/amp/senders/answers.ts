import { answeredFields, findProvider, registrationForm, reviewedOn } from '../providers/index.ts'
import type { PreflightRow } from '../preflight/index.ts'
import type { FormAnswers, Profile } from './contract.ts'
import type { RegistrationRow, SenderRow } from './store.ts'

/** Answers for the form of each provider that has one, from what is known about the sender. */
export function formAnswers(
  sender: SenderRow,
  registrations: readonly RegistrationRow[],
  preflight: PreflightRow | undefined,
): FormAnswers[] {
  const values = valuesOf(sender, preflight)
  return registrations.flatMap(({ provider: id }) => {
    const provider = findProvider(id)
    if (provider?.hasForm !== true) return []
    return [
      {
        provider: provider.id,
        example_to: provider.exampleTo,
        form_url: registrationForm.url,
        answers: answeredFields.map((field) => ({ ...field, answer: values.get(field.id) ?? null })),
        reviewed_on: reviewedOn,
      },
    ]
  })
}

function valuesOf(sender: SenderRow, preflight: PreflightRow | undefined): Map<string, string | null | undefined> {
  const profile = sender.profile as Profile
  const message = messageOf(sender, 'dns.dmarc')
  const [stored] = (preflight?.checks ?? []) as { checks: { id: string; message: string; state: string }[] }[]
  const shown = (id: string) => stored?.checks.find((check) => check.id === id && check.state === 'pass')?.message
  const selectors = sender.selectors.map((selector) => `${selector}._domainkey.${sender.domain}`)
  return new Map([
    ['address', sender.address],
    ['domain', sender.domain],
    ['company', profile.company],
    ['website', profile.website ?? `https://${sender.domain}/`],
    ['contact_name', profile.contact_name],
    ['contact_email', profile.contact_email],
    ['use_case', profile.use_case],
    ['monthly_volume', profile.monthly_volume?.toString()],
    [
      'unsubscribe',
      [shown('unsubscribe.header'), shown('unsubscribe.link')].filter((text) => text !== undefined).join(' ') || null,
    ],
    ['dkim_domains', selectors.length > 0 ? selectors.join(', ') : (shown('auth.dkim') ?? null)],
    ['policy', message],
    ['example_subject', preflight?.subject],
  ])
}

function messageOf({ checks }: SenderRow, id: string): string | undefined {
  return (checks as { id: string; message: string }[]).find((check) => check.id === id)?.message
}
