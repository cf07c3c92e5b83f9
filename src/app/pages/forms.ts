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

const setupFields: readonly Field[] = [nameField, emailField, newPasswordField]

const signInFields: readonly Field[] = [emailField, passwordField]

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
  const { next, note, oidc, sendsMail = false } = options
  return {
    title: titled('Sign in', refused),
    offersSignIn: false,
    content: html`<div class="narrow">
      <h1>Sign in</h1>
      ${note !== undefined && html`<p class="done" role="status">${note}</p>`} ${alert(refused)}
      <form class="card" method="post" action="/sign-in" novalidate>
        ${nextField(next)} ${signInFields.map((field) => fieldset(field, refused, signInFields))}
        <button>Sign in</button>
      </form>
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

/** The path after the sign-in; absent for the first page. */
function nextField(next: string | undefined) {
  return next !== undefined && next !== '/' && html`<input type="hidden" name="next" value="${next}" />`
}

function queryOf(next: string | undefined): string {
  return next === undefined || next === '/' ? '' : `?next=${encodeURIComponent(next)}`
}

export interface SignInOptions {
  /** The path after the sign-in. */
  next?: string | undefined
  /** Name of the provider with which people sign in, and whether its session may be ended from here. */
  oidc?: { name: string; mayEnd?: boolean } | undefined
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
