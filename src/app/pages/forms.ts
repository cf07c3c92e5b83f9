import type { Issue } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'

/** A refused form: entered values (never passwords) and their issues. */
export interface Refused {
  values?: { email?: string; name?: string }
  issues?: readonly Issue[]
  /** A message above the form, for problems without a single field. */
  message?: string
}

interface Field {
  name: 'email' | 'name' | 'password'
  label: string
  type: 'email' | 'text' | 'password'
  autocomplete: string
  hint?: string
  minLength?: number
  maxLength: number
}

const email: Field = { name: 'email', label: 'Email address', type: 'email', autocomplete: 'username', maxLength: 254 }

const setupFields: readonly Field[] = [
  { name: 'name', label: 'Your name', type: 'text', autocomplete: 'name', maxLength: limits.nameLength },
  email,
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    hint: `At least ${limits.passwordMin} characters. A few unrelated words are easy to remember.`,
    minLength: limits.passwordMin,
    maxLength: limits.passwordMax,
  },
]

const signInFields: readonly Field[] = [
  email,
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'current-password',
    maxLength: limits.passwordMax,
  },
]

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

export function signInPage(refused: Refused = {}): Page {
  return {
    title: titled('Sign in', refused),
    offersSignIn: false,
    content: html`<div class="narrow">
      <h1>Sign in</h1>
      ${alert(refused)}
      <form class="card" method="post" action="/sign-in" novalidate>
        ${signInFields.map((field) => fieldset(field, refused, signInFields))}
        <button>Sign in</button>
      </form>
      <p class="note">
        No account, or forgot your password? Ask your administrator to run <code>svc users create</code> or
        <code>svc users reset</code>.
      </p>
    </div>`,
  }
}

// A screen reader announces the title first after a reload.
function titled(title: string, { message, issues = [] }: Refused): string {
  return `${message !== undefined || issues.length > 0 ? 'Error: ' : ''}${title} · svc`
}

function alert({ message }: Refused) {
  return message !== undefined && html`<p class="alert" role="alert">${message}</p>`
}

function fieldset(field: Field, { values = {}, issues = [] }: Refused, fields: readonly Field[]) {
  const issueOf = ({ name }: Field) => issues.find((issue) => issue.path === `/${name}`)
  const issue = issueOf(field)
  const value = field.name === 'password' ? undefined : values[field.name]
  const described = issue ? `${field.name}-wrong` : field.hint ? `${field.name}-hint` : ''
  // Focus is on the next field to fill in.
  const isNext = (fields.find(issueOf) ?? fields.find(({ name }) => name === 'password' || !values[name])) === field
  return html`<div class="field">
    <label for="${field.name}">${field.label}</label>
    <input
      id="${field.name}"
      name="${field.name}"
      type="${field.type}"
      autocomplete="${field.autocomplete}"
      required
      maxlength="${field.maxLength}"
      ${
        field.minLength !== undefined && html` minlength="${field.minLength}"`
      }${value !== undefined && html` value="${value}"`}${described !== '' && html` aria-describedby="${described}"`}${
        issue !== undefined && html` aria-invalid="true"`
      }${isNext && html` autofocus`}${field.type === 'email' && html` autocapitalize="none" spellcheck="false"`}
    />
    ${issue !== undefined && html`<p class="wrong" id="${field.name}-wrong">${sentence(issue.message)}</p>`}
    ${field.hint !== undefined && issue === undefined && html`<p class="note" id="${field.name}-hint">${field.hint}</p>`}
  </div>`
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`
}
