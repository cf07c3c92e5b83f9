import { limits } from '../../../kernel/limits.ts'
import { rolePermissions } from '../../../platform/identity/index.ts'
import type { Session, SessionEntry } from '../../accounts/index.ts'
import { type Field, type Refused, alert, codeField, fieldset, newPasswordField, passwordField } from '../fields.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { peopleStyle } from '../people-style.ts'
import { printDay } from '../print-day.ts'

export interface AccountView {
  session: Session
  theme: NonNullable<Page['theme']>
  sessions: readonly SessionEntry[]
  hasSecondFactor: boolean
  /** The provider with which people sign in, and whether the account is linked; undefined without one. */
  singleSignOn?: { name: string; isLinked: boolean } | undefined
  /** The secret of an app that is being set up. */
  setup?: { secret: string; uri: string } | undefined
  /** Recovery codes, shown once. */
  codes?: readonly string[] | undefined
  done?: string | undefined
  refused?: Refused | undefined
}

const currentField: Field = { ...passwordField, name: 'current', label: 'Current password' }
const confirmField: Field = { ...currentField, name: 'confirm' }
const passwordFields: readonly Field[] = [currentField, { ...newPasswordField, label: 'New password' }]

/** Settings of the signed-in account. */
export function accountPage(view: AccountView): Page {
  const { done, refused = {}, session, sessions } = view
  return {
    title: 'Account · svc',
    visitor: session,
    theme: view.theme,
    style: peopleStyle,
    content: html`<h1>Account</h1>
      ${done !== undefined && html`<p class="done" role="status">${done}</p>`} ${alert(refused)}
      <dl class="facts">
        <div>
          <dt>Name</dt>
          <dd>${session.name}</dd>
        </div>
        <div>
          <dt>Email address</dt>
          <dd>${session.email}</dd>
        </div>
        <div>
          <dt>Role</dt>
          <dd>${session.role}. ${rolePermissions[session.role].summary}</dd>
        </div>
      </dl>
      <h2>Password</h2>
      <form method="post" action="/account" class="card narrow-card" novalidate>
        <input type="hidden" name="act" value="password" />
        <input
          class="skip"
          type="email"
          autocomplete="username"
          value="${session.email}"
          readonly
          tabindex="-1"
          aria-hidden="true"
        />
        ${passwordFields.map((field) => fieldset(field, refused, []))}
        <button>Change password</button>
      </form>
      <p class="note">All other sessions end.</p>
      ${factorSection(view)} ${singleSignOnSection(view)}
      <h2>Connected apps</h2>
      <p><a href="/account/apps">Agents and other apps that act for you</a></p>
      <h2>Sessions</h2>
      <ul class="people">
        ${sessions.map(sessionRow)}
      </ul>
      <p class="note">A session ends after ${limits.consoleSessionHours} hours without use.</p>
      ${
        sessions.length > 1 &&
        html`<form method="post" action="/account" class="inline">
          <input type="hidden" name="act" value="sign-out-others" /><button class="quiet">Sign out all others</button>
        </form>`
      }`,
  }
}

function factorSection({ codes, hasSecondFactor, refused = {}, setup }: AccountView) {
  return html`<h2 id="factor">Two-factor sign-in</h2>
    ${codes !== undefined && codeList(codes)}
    ${
      setup !== undefined
        ? setupForm(setup, refused)
        : html`<p>
              ${
                hasSecondFactor
                  ? 'On: signing in needs a code of your authenticator app.'
                  : 'Off. With an authenticator app, a stolen password is not enough to sign in.'
              }
            </p>
            <form method="post" action="/account" class="card narrow-card" novalidate>
              <input type="hidden" name="act" value="${hasSecondFactor ? 'factor-off' : 'factor-start'}" />
              ${hasSecondFactor && fieldset(confirmField, refused, [])}
              <button class="quiet">${hasSecondFactor ? 'Turn off' : 'Set up an authenticator app'}</button>
            </form>`
    }`
}

function singleSignOnSection({ refused = {}, singleSignOn }: AccountView) {
  if (singleSignOn === undefined) return false
  const { isLinked, name } = singleSignOn
  const field = { ...currentField, name: 'unlink' }
  return html`<h2 id="single-sign-on">Single sign-on</h2>
    <p>
      ${
        isLinked
          ? `Linked: you may sign in with ${name} instead of your password.`
          : `Not linked. Signing in with ${name} links this account if it has the same, verified email address there.`
      }
    </p>
    ${
      isLinked &&
      html`<form method="post" action="/account" class="card narrow-card" novalidate>
        <input type="hidden" name="act" value="identity-off" />
        ${fieldset(field, refused, [])}
        <button class="quiet">Unlink</button>
      </form>`
    }`
}

function setupForm({ secret, uri }: NonNullable<AccountView['setup']>, refused: Refused) {
  const fields = [{ ...codeField, hint: 'The six digits that the app shows now.' }, confirmField]
  return html`<p><a href="${uri}">Open in an authenticator app</a> on this device, or enter this key in the app:</p>
    <pre tabindex="0" role="region" aria-label="Key"><code class="pick">${secret.match(/.{4}/g)?.join(' ')}</code></pre>
    <form method="post" action="/account" class="card narrow-card" novalidate>
      <input type="hidden" name="act" value="factor-on" />
      ${fields.map((field) => fieldset(field, refused, []))}
      <button>Turn on</button>
    </form>`
}

function codeList(codes: readonly string[]) {
  return html`<div class="once" role="status">
    <p>Save these recovery codes: each signs you in once if you lose the app. They are not shown again.</p>
    <ul class="codes">
      ${codes.map((code) => html`<li>${code}</li>`)}
    </ul>
  </div>`
}

function sessionRow({ createdAt, id, ip, isCurrent, userAgent }: SessionEntry) {
  return html`<li>
    <div class="who">
      <strong>${browserOf(userAgent)}</strong>${isCurrent && html` <span class="tag">This one</span>`}
      <span>${ip ?? 'Unknown IP address'}</span>
    </div>
    <div class="role"><span>Signed in</span><span>${printDay(createdAt)}</span></div>
    ${
      !isCurrent &&
      html`<form method="post" action="/account">
        <input type="hidden" name="act" value="sign-out" /><input type="hidden" name="id" value="${id}" />
        <button class="quiet">Sign out<span class="unseen"> ${browserOf(userAgent)}</span></button>
      </form>`
    }
  </li>`
}

/** Browser and system by their names in User-Agent (MDN, “Browser detection using the user agent”), for people to recognize. */
function browserOf(userAgent: string | null): string {
  const text = userAgent ?? ''
  const browser = [
    ['Edge', /\bEdg(?:e|A|iOS)?\//],
    ['Opera', /\bOPR\//],
    ['Samsung Internet', /\bSamsungBrowser\//],
    ['Firefox', /\b(?:Firefox|FxiOS)\//],
    ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
    ['Safari', /\bSafari\//],
  ] as const
  const system = [
    ['Android', /\bAndroid\b/],
    ['iOS', /\b(?:iPhone|iPad)\b/],
    ['Windows', /\bWindows\b/],
    ['macOS', /\bMac OS X\b/],
    ['Linux', /\bLinux\b/],
  ] as const
  const found = [browser, system].map((list) => list.find(([, pattern]) => pattern.test(text))?.[0])
  return found[0] === undefined ? 'Unknown browser' : found.filter((name) => name !== undefined).join(' on ')
}
