import { ServiceError } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { Evidence } from '../../platform/audit/index.ts'
import type { Config } from '../../platform/config/index.ts'
import { clientNetwork } from '../../platform/net/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import { completeSignIn, takeAttempt } from '../../surfaces/projects/index.ts'
import type { PasskeyRefusal, createPasskeys } from '../accounts/index.ts'
import { browserCookie, passkeyCookie } from './cookies.ts'
import { readForm } from './form-request.ts'
import { originOf, ownOriginsOf } from './origin.ts'
import { refusedBy } from './refused.ts'
import { goTo } from './respond.ts'
import { returnPath } from './return-path.ts'
import type { SignInForm } from './sign-in-form.ts'
import type { Visits } from './visits.ts'
import type { passkeyFields } from './passkey/fields.ts'

export interface PasskeySignInDeps {
  store: Store
  config: Pick<Config, 'appUrl' | 'baseUrl'>
  evidence: Pick<Evidence, 'noteBounded'>
  passkeys: Pick<ReturnType<typeof createPasskeys>, 'party' | 'prove'>
  signInForm: SignInForm
}

const texts: Readonly<Record<PasskeyRefusal, string>> = {
  late: 'This sign-in took too long, or was used before. Try again.',
  unknown:
    'No account has this passkey. If you removed it from your account, remove it from your device too, and sign in with your password.',
  refused: 'This passkey was refused. Try again, or sign in with your password.',
}

/** POST of the passkey form: signs in without a password or code, because the authenticator has checked the person. */
export function createPasskeySignIn(
  { store, config, evidence, passkeys, signInForm }: PasskeySignInDeps,
  visits: Visits,
): (request: Request) => Promise<Response> {
  const ownOrigins = ownOriginsOf(config)
  const bound = passkeyCookie(config.appUrl)
  const browser = browserCookie(config.appUrl)

  return async (request) => {
    const form = await readForm(request, ownOrigins(request))
    const next = returnPath(form.get('next'))
    const from = originOf(request)
    const value = (name: (typeof passkeyFields)[number]) => form.get(name) ?? ''
    try {
      await takeAttempt(store, { kind: 'passkey', of: clientNetwork(from.ip ?? ''), allowed: limits.passkeyAttempts })
      const token = bound.read(request)
      const assertion = {
        id: value('id'),
        clientDataJSON: value('client_data'),
        authenticatorData: value('authenticator_data'),
        signature: value('signature'),
        userHandle: value('user_handle'),
      }
      const proven =
        token === undefined || passkeys.party === undefined
          ? { refusal: 'late' as const }
          : await passkeys.prove(assertion, token)
      if ('userId' in proven) {
        const { browserToken, user } = await completeSignIn(store, proven.userId, { ...from, by: 'passkey' })
        return goTo(next, await visits.open(request, user.id), browser.write(browserToken), bound.remove)
      }
      evidence.noteBounded({
        actor: { kind: 'anonymous', id: '' },
        action: 'user.sign_in_failed',
        ...from,
        subjects: [],
        detail: { by: 'passkey', reason: proven.refusal },
      })
      return signInForm(request, { next, status: 422, refused: { message: texts[proven.refusal] } })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const isLimited = error.apiCode === 'RATE_LIMIT_EXCEEDED'
      const refused = isLimited ? refusedBy(error) : { message: 'This account is disabled. Ask an owner or admin.' }
      return signInForm(request, { next, status: isLimited ? 429 : 422, refused, headers: error.context.headers })
    }
  }
}
