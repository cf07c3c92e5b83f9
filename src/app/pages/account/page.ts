import { limits } from '../../../kernel/limits.ts'
import { rolePermissions } from '../../../platform/identity/index.ts'
import type { Session, SessionEntry } from '../../accounts/index.ts'
import { type Field, type Refused, alert, fieldset, newPasswordField, passwordField } from '../fields.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { peopleStyle } from '../people-style.ts'
import { printDay } from '../print-day.ts'

export interface AccountView {
  session: Session
  sessions: readonly SessionEntry[]
  done?: string | undefined
  refused?: Refused | undefined
}

const currentField: Field = { ...passwordField, name: 'current', label: 'Current password' }
const passwordFields: readonly Field[] = [currentField, { ...newPasswordField, label: 'New password' }]

/** Settings of the signed-in account. */
export function accountPage({ done, refused = {}, session, sessions }: AccountView): Page {
  return {
    title: 'Account · svc',
    visitor: session,
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
