import type { OidcFailure } from '../../../platform/oidc/index.ts'
import type { IdentityRefusal } from '../../accounts/index.ts'

export function failureText(failure: OidcFailure, name: string): string {
  switch (failure) {
    case 'unreachable':
      return `${name} does not respond. Try again later, or enter your password.`
    case 'denied':
      return `${name} ended the sign-in. Try again, or enter your password.`
    case 'invalid':
      return `The response of ${name} was refused. Try again; the log of the service has the reason.`
  }
}

export function refusalText(
  refusal: IdentityRefusal,
  { email, name, roleClaim = '' }: { name: string; email: string | undefined; roleClaim: string | undefined },
): string {
  switch (refusal) {
    case 'unverified':
      return email === undefined
        ? `${name} sent no email address. An administrator of ${name} has to release it to this service.`
        : `${name} has not verified ${email}. Verify it there, then sign in again.`
    case 'unknown':
      return `There is no account for ${email}. Ask an owner or admin of this service for an invitation.`
    case 'other':
      return `The account ${email} belongs to another person at ${name}. An owner or admin can unlink it on the page Members.`
    case 'disabled':
      return 'This account is disabled. Ask an owner or admin of this service.'
    case 'no_role':
      return `${name} gives you no role in this service (${roleClaim}). Ask an administrator of ${name}.`
  }
}
