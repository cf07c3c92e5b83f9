import {
  type Field,
  type Refused,
  alert,
  codeField,
  emailField,
  fieldset,
  nameField,
  newPasswordField,
  passwordField,
  titled,
} from './fields.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'
import { passkeyFields } from './passkey/fields.ts'

const setupFields: readonly Field[] = [nameField, emailField, newPasswordField]

// Browsers offer passkeys in this field.
const signInFields: readonly Field[] = [{ ...emailField, autocomplete: 'username webauthn' }, passwordField]

/** The one-time page that creates the first account. The form contains the token. */
export function setupPage(token: string, refused: Refused = {}): Page {
  return {
    title: titled('Create the first account', refused),
    offersSignIn: false,
    content: html`<div class="narrow">
      <h1>Create the first account</h1>
      <p class="lead">It owns this installation. This link works once.</p>
      ${alert(refused)}
      <form class="card" method="post" action="/setup" novalidate>
        <input type="hidden" name="token" value="${token}" />
        ${setupFields.map((field) => fieldset(field, refused, setupFields))}
        <button>Create account</button>
      </form>
    </div>`,
  }
}

/** Without outgoing mail, an administrator resets passwords. */
export function signInPage(refused: Refused = {}, options: SignInOptions = {}): Page {
  const { next, note, oidc, passkey, sendsMail = false } = options
  return {
    title: titled('Sign in', refused),
    offersSignIn: false,
    ...(passkey === undefined ? {} : { script: '/sign-in/passkey.js' }),
    content: html`<div class="narrow">
      <h1>Sign in</h1>
      ${note !== undefined && html`<p class="done" role="status">${note}</p>`} ${alert(refused)}
      <form class="card" method="post" action="/sign-in" novalidate>
        ${nextField(next)} ${signInFields.map((field) => fieldset(field, refused, signInFields))}
        <button>Sign in</button>
      </form>
      ${passkey !== undefined && passkeyForm(passkey, { next, isRefused: Object.keys(refused).length > 0 })}
      ${
        oidc !== undefined &&
        html`<p class="or"><a class="button" href="/sign-in/oidc${queryOf(next)}">Sign in with ${oidc.name}</a></p>`
      }
      ${
        oidc?.mayEnd === true &&
        html`<p class="note">
          Your session at ${oidc.name} may go on. <a href="/sign-in/oidc/end">Sign out there too</a>.
        </p>`
      }
      ${
        sendsMail
          ? html`<p class="note"><a href="/forgot">Forgot your password?</a></p>`
          : html`<p class="note">
              Forgot your password? An owner or admin creates a link for a new one, on the page Members, or with
              <code>svc users reset</code>.
            </p>`
      }
    </div>`,
  }
}

/** Shown and submitted by the script of the page (passkey/client.ts), at the origin to which passkeys belong. */
function passkeyForm(
  { options, origin }: PasskeyOffer,
  { isRefused, next }: { isRefused: boolean; next: string | undefined },
) {
  return html`<form
    id="passkey"
    class="or"
    method="post"
    action="/sign-in/passkey"
    data-options="${JSON.stringify(options)}"
    data-origin="${origin}"
    ${!isRefused && html`data-in-field`}
    hidden
  >
    ${nextField(next)} ${passkeyFields.map((name) => html`<input type="hidden" name="${name}" />`)}
    <button type="button" class="quiet">Sign in with a passkey</button>
    <p class="wrong" role="status"></p>
  </form>`
}

/** The path after the sign-in; absent for the first page. */
function nextField(next: string | undefined) {
  return next !== undefined && next !== '/' && html`<input type="hidden" name="next" value="${next}" />`
}

function queryOf(next: string | undefined): string {
  return next === undefined || next === '/' ? '' : `?next=${encodeURIComponent(next)}`
}

/** What a passkey signs, and the only origin at which it does. */
export interface PasskeyOffer {
  options: object
  origin: string
}

export interface SignInOptions {
  /** The path after the sign-in. */
  next?: string | undefined
  /** Name of the provider with which people sign in, and whether its session may be ended from here. */
  oidc?: { name: string; mayEnd?: boolean } | undefined
  passkey?: PasskeyOffer | undefined
  sendsMail?: boolean
  note?: string | undefined
}

/** The second step of signing in, for accounts with an authenticator app. */
export function codePage({ challenge, next }: { challenge: string; next: string }, refused: Refused = {}): Page {
  const fields = [{ ...codeField, hint: 'Six digits of your authenticator app, or a recovery code.' }]
  return {
    title: titled('Enter your code', refused),
    offersSignIn: false,
    content: html`<div class="narrow">
      <h1>Enter your code</h1>
      ${alert(refused)}
      <form class="card" method="post" action="/sign-in/code" novalidate>
        <input type="hidden" name="challenge" value="${challenge}" />
        ${nextField(next)} ${fields.map((field) => fieldset(field, refused, fields))}
        <button>Sign in</button>
      </form>
      <p class="note">
        Lost both? An owner or admin turns two-factor sign-in off for you, on the page Members; an operator with
        <code>svc users reset --second-factor</code>.
      </p>
    </div>`,
  }
}
