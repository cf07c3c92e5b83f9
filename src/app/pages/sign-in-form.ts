import type { Config } from '../../platform/config/index.ts'
import { type createPasskeys, createToken } from '../accounts/index.ts'
import { passkeyCookie } from './cookies.ts'
import type { Refused } from './fields.ts'
import { signInPage } from './forms.ts'
import { answerPage } from './respond.ts'

interface SignInFormDeps {
  config: Pick<Config, 'appUrl'>
  passkeys: Pick<ReturnType<typeof createPasskeys>, 'party' | 'requestOptions'>
  sendsMail: boolean
  oidcName: string | undefined
}

interface ShownForm {
  /** The path after the sign-in. */
  next: string
  note?: string | undefined
  /** True if the session at the provider may be ended from here. */
  mayEnd?: boolean
  refused?: Refused
  status?: number
  headers?: Record<string, string> | undefined
}

export type SignInForm = (request: Request, shown: ShownForm) => Response

/** The sign-in page with all ways to sign in, and the cookie that binds a passkey to this browser. */
export function createSignInForm({ config, oidcName, passkeys, sendsMail }: SignInFormDeps): SignInForm {
  const cookie = passkeyCookie(config.appUrl)
  return (request, { headers, mayEnd = false, next, note, refused = {}, status = 200 }) => {
    // The same one for all tabs of a browser.
    const token = cookie.read(request) ?? createToken()
    const options = passkeys.requestOptions(token)
    const page = signInPage(refused, {
      sendsMail,
      next,
      note,
      ...(oidcName === undefined ? {} : { oidc: { name: oidcName, mayEnd } }),
      ...(options === undefined ? {} : { passkey: { options, origin: passkeys.party?.origin ?? '' } }),
    })
    const response = answerPage(page, status, headers)
    if (options !== undefined) response.headers.append('Set-Cookie', cookie.write(token))
    return response
  }
}
