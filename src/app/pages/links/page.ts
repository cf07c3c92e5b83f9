import { limits } from '../../../kernel/limits.ts'
import { type Role, rolePermissions } from '../../../platform/identity/index.ts'
import {
  type Field,
  type Refused,
  alert,
  emailField,
  fieldset,
  nameField,
  newPasswordField,
  titled,
} from '../fields.ts'
import { type Html, type HtmlPart, html } from '../html.ts'
import type { Page } from '../layout.ts'

interface LinkForm {
  title: string
  lead: HtmlPart
  action: string
  button: string
  fields: readonly Field[]
  refused: Refused
  hidden?: Html
}

/** The form that accepts an invitation. */
export function invitationPage(
  token: string,
  { email, role }: { email: string; role: Role },
  refused: Refused = {},
): Page {
  return linkPage({
    title: 'Create your account',
    lead: html`You are invited as <strong>${role}</strong>, with the email address <strong>${email}</strong>.
      ${rolePermissions[role].summary}`,
    action: '/invitation',
    button: 'Create account',
    fields: [nameField, newPasswordField],
    hidden: hiddenFields(token, email),
    refused,
  })
}

/** The form that sets a new password. */
export function resetPage(token: string, email: string, refused: Refused = {}): Page {
  return linkPage({
    title: 'Set a new password',
    lead: html`For <strong>${email}</strong>. All sessions of the account end.`,
    action: '/reset',
    button: 'Set password',
    fields: [{ ...newPasswordField, label: 'New password' }],
    hidden: hiddenFields(token, email),
    refused,
  })
}

/** The form that requests a message with such a link. */
export function forgotPage(refused: Refused = {}): Page {
  return linkPage({
    title: 'Forgot your password?',
    lead: `A message with a link for a new one, which works for ${limits.resetLinkMinutes} minutes.`,
    action: '/forgot',
    button: 'Send the link',
    fields: [emailField],
    refused,
  })
}

// The email address is for password managers, which store it with the new password.
function hiddenFields(token: string, email: string): Html {
  return html`<input type="hidden" name="token" value="${token}" />
    <input
      class="skip"
      type="email"
      autocomplete="username"
      value="${email}"
      readonly
      tabindex="-1"
      aria-hidden="true"
    />`
}

function linkPage({ action, button, fields, hidden, lead, refused, title }: LinkForm): Page {
  return {
    title: titled(title, refused),
    offersSignIn: action === '/forgot',
    content: html`<div class="narrow">
      <h1>${title}</h1>
      <p class="lead">${lead}</p>
      ${alert(refused)}
      <form class="card" method="post" action="${action}" novalidate>
        ${hidden} ${fields.map((field) => fieldset(field, refused, fields))}
        <button>${button}</button>
      </form>
    </div>`,
  }
}
