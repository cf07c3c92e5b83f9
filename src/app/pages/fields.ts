/** The fields of forms without script: labels, hints, issues, and focus on the next field to fill in. */
import type { Issue } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import { html } from './html.ts'

/** A refused form: entered values (never passwords) and their issues. */
export interface Refused {
  values?: Readonly<Record<string, string>>
  issues?: readonly Issue[]
  /** A message above the form, for problems without a single field. */
  message?: string
}

export interface Field {
  name: string
  label: string
  type: 'email' | 'text' | 'password'
  autocomplete: string
  hint?: string
  minLength?: number
  maxLength: number
}

export const emailField: Field = {
  name: 'email',
  label: 'Email address',
  type: 'email',
  autocomplete: 'username',
  maxLength: 254,
}

export const nameField: Field = {
  name: 'name',
  label: 'Your name',
  type: 'text',
  autocomplete: 'name',
  maxLength: limits.nameLength,
}

export const newPasswordField: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  hint: `At least ${limits.passwordMin} characters. A few unrelated words are easy to remember.`,
  minLength: limits.passwordMin,
  maxLength: limits.passwordMax,
}

export const codeField: Field = {
  name: 'code',
  label: 'Code',
  type: 'text',
  autocomplete: 'one-time-code',
  maxLength: 20,
}

export const passwordField: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
  maxLength: limits.passwordMax,
}

// A screen reader announces the title first after a reload.
export function titled(title: string, { message, issues = [] }: Refused): string {
  return `${message !== undefined || issues.length > 0 ? 'Error: ' : ''}${title} · svc`
}

export function alert({ message }: Refused) {
  return message !== undefined && html`<p class="alert" role="alert">${message}</p>`
}

export function fieldset(field: Field, { values = {}, issues = [] }: Refused, fields: readonly Field[]) {
  const issueOf = ({ name }: Field) => issues.find((issue) => issue.path === `/${name}`)
  const issue = issueOf(field)
  const value = field.type === 'password' ? undefined : values[field.name]
  const described = issue ? `${field.name}-wrong` : field.hint ? `${field.name}-hint` : ''
  // Focus is on the next field to fill in.
  const isNext =
    (fields.find(issueOf) ?? fields.find(({ name, type }) => type === 'password' || !values[name])) === field
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
