import type { Session } from '../../accounts/index.ts'
import { type AppScope, type ConnectedApp, shortScopeTexts } from '../../connected-apps/index.ts'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { peopleStyle } from '../people-style.ts'
import { printDay } from '../print-day.ts'
import { hostOf } from './host.ts'

export interface AppListView {
  session: Session
  apps: readonly ConnectedApp[]
  done: string | undefined
  /** URL at which applications connect. */
  url: string
}

/** Applications that act for the account. */
export function appListPage({ apps, done, session, url }: AppListView): Page {
  return {
    title: 'Connected apps · svc',
    visitor: session,
    style: peopleStyle,
    content: html`<h1>Connected apps</h1>
      <p class="lead">Agents and other apps that act for your <a href="/account">account</a>.</p>
      ${done !== undefined && html`<p class="done" role="status">${done}</p>`}
      ${
        apps.length > 0
          ? html`<ul class="people">
              ${apps.map(appRow)}
            </ul>`
          : html`<p>None is connected.</p>`
      }
      <h2>Connect an agent</h2>
      <p>Agents that speak the Model Context Protocol connect with this URL and let you sign in:</p>
      <pre tabindex="0" role="region" aria-label="URL"><code class="pick">${url}</code></pre>
      <p class="note">
        An app may do at most what your role allows, and only what you choose.
        <a href="/docs/guide/agents">More about agents</a>
      </p>`,
  }
}

function appRow({ createdAt, id, lastUsedAt, name, projectName, redirectUri, scopes }: ConnectedApp) {
  const texts = scopes.map((scope) => shortScopeTexts[scope as AppScope])
  return html`<li>
    <div class="who">
      <strong>${name}</strong> <span>${hostOf(redirectUri)}</span>
      <span>May ${texts.join(', ')} in ${projectName}.</span>
    </div>
    <div class="role">
      <span>Connected ${printDay(createdAt)}</span>
      <span>${lastUsedAt === null ? 'Never used' : html`Used ${printDay(lastUsedAt)}`}</span>
    </div>
    <form method="post" action="/account/apps">
      <input type="hidden" name="id" value="${id}" />
      <button class="quiet">Disconnect<span class="unseen"> ${name}</span></button>
    </form>
  </li>`
}
