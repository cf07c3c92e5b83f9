import { type Role, rolePermissions, roles } from '../../../platform/identity/index.ts'
import type { User } from '../../../surfaces/projects/index.ts'
import type { Invitation, Session } from '../../accounts/index.ts'
import { type Field, type Refused, alert, emailField, fieldset } from '../fields.ts'
import { type HtmlPart, html } from '../html.ts'
import type { Page } from '../layout.ts'
import { peopleStyle } from '../people-style.ts'
import { printDay } from '../print-day.ts'

export interface MembersView {
  session: Session
  theme: NonNullable<Page['theme']>
  members: readonly User[]
  invitations: readonly Invitation[]
  sendsMail: boolean
  /** Name of the provider with which people sign in. */
  oidcName?: string | undefined
  /** What the last form did. */
  done?: string | undefined
  /** A link that is shown once, and whether it was also sent. */
  link?: { email: string; url: string; isSent: boolean } | undefined
  refused?: Refused | undefined
}

const inviteFields: readonly Field[] = [{ ...emailField, autocomplete: 'off' }]

/** The accounts of the company; forms for those who may manage them. */
export function membersPage(view: MembersView): Page {
  const { done, invitations, link, members, refused = {}, session } = view
  const isManager = session.role === 'owner' || session.role === 'admin'
  return {
    title: 'Members · svc',
    visitor: session,
    theme: view.theme,
    style: peopleStyle,
    content: html`<h1>Members</h1>
      <p class="lead">${countedPeople(members.length)} of your company. A role applies to all projects.</p>
      ${done !== undefined && html`<p class="done" role="status">${done}</p>`} ${alert(refused)}
      ${link !== undefined && shownLink(link)}
      <ul class="people">
        ${members.map((member) => memberRow(member, view, isManager))}
      </ul>
      ${isManager && invitationList(invitations)} ${isManager && inviteForm(view, refused)} ${roleList()}`,
  }
}

function countedPeople(count: number): string {
  return count === 1 ? 'One account' : `${count} accounts`
}

function shownLink({ email, isSent, url }: NonNullable<MembersView['link']>) {
  return html`<div class="once" role="status">
    <p>
      ${isSent ? 'A message with this link is on its way to' : 'Send this link to'} <strong>${email}</strong>. It works
      once and is not shown again.
    </p>
    <pre tabindex="0" role="region" aria-label="Link"><code class="pick">${url}</code></pre>
  </div>`
}

function memberRow(member: User, view: MembersView, isManager: boolean) {
  const { session } = view
  const isSelf = member.id === session.userId
  const mayManage = isManager && (session.role === 'owner' || member.role !== 'owner')
  return html`<li>
    <div class="who">
      <strong>${member.name}</strong>${isSelf && html` <span class="tag">You</span>`}${
        member.disabledAt !== null && html` <span class="tag">Disabled</span>`
      }
      <span>${member.email}</span>
    </div>
    <div class="role">
      <span>${member.role}</span>
      <span
        >${isSelf ? 'Signed in now' : member.lastSignInAt === null ? 'Never signed in' : html`Signed in ${printDay(member.lastSignInAt)}`}</span
      >
    </div>
    ${mayManage && manageForms(member, view, isSelf)}
  </li>`
}

function manageForms(member: User, { oidcName, session }: MembersView, isSelf: boolean) {
  const { id, name } = member
  return html`<details>
    <summary>Manage<span class="unseen"> ${name}</span></summary>
    <form method="post" action="/members" class="inline">
      ${hidden('role', id)}
      <label for="role-${id}">Role</label>
      ${roleSelect(`role-${id}`, session, member.role)}
      <button>Change role</button>
    </form>
    <p class="note">Sessions of the account end when its role changes.</p>
    ${
      !isSelf &&
      html`<div class="acts">
        ${act('reset', id, 'Create a link for a new password')} ${act('factor', id, 'Turn off two-factor sign-in')}
        ${oidcName !== undefined && act('unlink', id, `Unlink from ${oidcName}`)}
        ${member.disabledAt === null ? act('disable', id, 'Disable') : act('enable', id, 'Enable')}
        <form method="post" action="/members">
          ${hidden('remove', id)}
          <label class="check"><input type="checkbox" name="sure" value="yes" required /> Remove for good</label>
          <button class="danger">Remove</button>
        </form>
      </div>`
    }
  </details>`
}

function invitationList(invitations: readonly Invitation[]) {
  if (invitations.length === 0) return false
  return html`<h2>Invited</h2>
    <ul class="people">
      ${invitations.map(
        ({ email, expiresAt, id, role }) =>
          html`<li>
            <div class="who"><strong>${email}</strong></div>
            <div class="role"><span>${role}</span><span>Until ${printDay(expiresAt)}</span></div>
            ${act('revoke', id, 'Revoke', email)}
          </li>`,
      )}
    </ul>`
}

function inviteForm({ session, sendsMail }: MembersView, refused: Refused) {
  return html`<h2 id="invite">Invite someone</h2>
    <form method="post" action="/members" class="card narrow-card" novalidate>
      ${hidden('invite', '')} ${inviteFields.map((field) => fieldset(field, refused, []))}
      <div class="field">
        <label for="role">Role</label>
        ${roleSelect('role', session, refused.values?.['role'] ?? 'editor')}
      </div>
      <button>${sendsMail ? 'Send the invitation' : 'Create the link'}</button>
    </form>`
}

function roleSelect(id: string, session: Session, selected: string) {
  return html`<select id="${id}" name="role">
    ${rolesFor(session).map((role) => html`<option value="${role}" ${role === selected && html` selected`}>${role}</option>`)}
  </select>`
}

function rolesFor({ role: own }: Session): readonly Role[] {
  return own === 'owner' ? roles : roles.filter((role) => role !== 'owner')
}

function roleList() {
  return html`<h2>Roles</h2>
    <dl class="facts">
      ${roles.map(
        (role) =>
          html`<div>
            <dt>${role}</dt>
            <dd>${rolePermissions[role].summary}</dd>
          </div>`,
      )}
    </dl>`
}

function act(name: string, id: string, label: string, of?: string) {
  return html`<form method="post" action="/members">
    ${hidden(name, id)}<button class="quiet">
      ${label}${of !== undefined && html`<span class="unseen"> ${of}</span>`}
    </button>
  </form>`
}

function hidden(name: string, id: string): HtmlPart {
  return html`<input type="hidden" name="act" value="${name}" /><input type="hidden" name="id" value="${id}" />`
}
