import { ServiceError } from '../../kernel/errors/index.ts'
import type { Evidence } from '../../platform/audit/index.ts'
import type { Config } from '../../platform/config/index.ts'
import type { Vault } from '../../platform/identity/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import { browserTokenFor, completeSignIn, hasUsers, signIn } from '../../surfaces/projects/index.ts'
import { createChallenges, createSecondFactor, hasSetupLink, useSetupLink } from '../accounts/index.ts'
import { answerPage, goTo } from './respond.ts'
import { browserCookie } from './cookies.ts'
import { createDoneTexts } from './done.ts'
import { readForm } from './form-request.ts'
import { codePage, setupPage } from './forms.ts'
import { type Running, firstRunPage, messagePage } from './landing.ts'
import { originOf, ownOriginsOf } from './origin.ts'
import { refusedBy } from './refused.ts'
import { returnPath } from './return-path.ts'
import type { SignInForm } from './sign-in-form.ts'
import type { Visits } from './visits.ts'

export interface EntryDeps {
  store: Store
  config: Pick<Config, 'baseUrl' | 'appUrl'>
  evidence: Pick<Evidence, 'noteBounded'>
  running(request: Request): Running
  signInForm: SignInForm
  vault: Vault
  /** Name of the provider with which people sign in. */
  oidcName?: string | undefined
}

const notes = createDoneTexts({
  out: 'You are signed out.',
  late: 'The code came too late. Enter your password again.',
  reset: 'Your password is changed, and all sessions have ended. Sign in with the new one.',
  forgot: 'If there is an account, a message with a link is on its way.',
})

export function entryPages(
  { store, config, evidence, running, signInForm, vault, oidcName }: EntryDeps,
  visits: Visits,
) {
  const ownOrigins = ownOriginsOf(config)
  const browser = browserCookie(config.appUrl)
  const factor = createSecondFactor({ store, vault })
  const challenges = createChallenges(vault, () => store.read.nowMs())

  return {
    async showSetup(request: Request): Promise<Response> {
      const token = new URL(request.url).searchParams.get('token') ?? ''
      if (token === '' && !(await hasUsers(store.read))) return answerPage(firstRunPage(running(request)))
      return (await hasSetupLink(store.read, token)) ? answerPage(setupPage(token)) : answerPage(usedLink(), 404)
    },

    async setUp(request: Request): Promise<Response> {
      const form = await readForm(request, ownOrigins(request))
      const account = {
        token: form.get('token') ?? '',
        name: form.get('name') ?? '',
        email: form.get('email') ?? '',
        password: form.get('password') ?? '',
      }
      try {
        const user = await useSetupLink(store, { ...account, from: originOf(request) })
        const token = await browserTokenFor(store.read, user.email)
        const cookies = [await visits.open(request, user.id), ...(token === undefined ? [] : [browser.write(token)])]
        return goTo('/', ...cookies)
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        if (error.apiCode === 'SETUP_LINK_INVALID') return answerPage(usedLink(), 404)
        return answerPage(setupPage(account.token, refusedBy(error, { name: account.name, email: account.email })), 422)
      }
    },

    async showSignIn(request: Request): Promise<Response> {
      const { searchParams } = new URL(request.url)
      const next = returnPath(searchParams.get('next'))
      if ((await visits.read(request)) !== undefined) return goTo(next)
      if (!(await hasUsers(store.read))) return goTo('/setup')
      const note = notes.textFor(request)
      return signInForm(request, { next, note, mayEnd: searchParams.get('done') === 'out' })
    },

    async signIn(request: Request): Promise<Response> {
      const form = await readForm(request, ownOrigins(request))
      const next = returnPath(form.get('next'))
      const given = { email: form.get('email') ?? '', password: form.get('password') ?? '' }
      try {
        const browserToken = browser.read(request)
        const needsCode = factor.isOn
        const signedIn = await signIn(store, evidence, { ...given, browserToken, needsCode, ...originOf(request) })
        if ('needsCodeOf' in signedIn)
          return answerPage(codePage({ challenge: challenges.issue(signedIn.needsCodeOf), next }))
        return goTo(next, await visits.open(request, signedIn.user.id), browser.write(signedIn.browserToken))
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        const status = error.apiCode === 'RATE_LIMIT_EXCEEDED' ? 429 : 422
        const refused = refusedBy(error, { email: given.email })
        return signInForm(request, { next, refused, status, headers: error.context.headers })
      }
    },

    async signInWithCode(request: Request): Promise<Response> {
      const form = await readForm(request, ownOrigins(request))
      const challenge = form.get('challenge') ?? ''
      const next = returnPath(form.get('next'))
      const userId = challenges.read(challenge)
      if (userId === undefined) return goTo('/sign-in?done=late')
      try {
        await factor.check(userId, form.get('code') ?? '')
        const { browserToken, user } = await completeSignIn(store, userId, originOf(request))
        return goTo(next, await visits.open(request, user.id), browser.write(browserToken))
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        const status = error.apiCode === 'RATE_LIMIT_EXCEEDED' ? 429 : 422
        return answerPage(codePage({ challenge, next }, refusedBy(error)), status, error.context.headers)
      }
    },

    async signOut(request: Request): Promise<Response> {
      await readForm(request, ownOrigins(request))
      return goTo(oidcName === undefined ? '/' : '/sign-in?done=out', await visits.end(request))
    },
  }
}

function usedLink() {
  return messagePage(
    'This link no longer works',
    'The link was used, has expired or is incomplete. While there is no account, svc setup-link prints a new one; otherwise svc users create creates an account.',
  )
}
