import type { Project } from '../../../surfaces/projects/index.ts'
import type { Session } from '../../accounts/index.ts'
import { type AppScope, type AuthorizationRequest, scopeTexts } from '../../connected-apps/index.ts'
import { type Refused, alert, titled } from '../fields.ts'
import { html } from '../html.ts'
import { type Page, policyOf } from '../layout.ts'
import { consentStyle } from './consent-style.ts'
import { hostOf } from '../host.ts'

export interface ConsentView {
  session: Session
  request: AuthorizationRequest
  /** Parameters of the request, which the form repeats. */
  parameters: readonly [name: string, value: string][]
  scopes: readonly AppScope[]
  projects: readonly Project[]
  refused: Refused
}

/** Asks a person if an application may act for them. */
export function consentPage({ parameters, projects, refused, request, scopes, session }: ConsentView): Page {
  const { client, redirectUri } = request
  return {
    title: titled(`Connect ${client.name}`, refused),
    visitor: session,
    style: consentStyle,
    content: html`<div class="narrow">
      <h1>Connect ${client.name}?</h1>
      <p class="lead">
        It will act for you, ${session.email}, until you disconnect it on the page
        <a href="/account/apps">Connected apps</a>.
      </p>
      ${alert(refused)}
      <form class="card consent" method="post" action="/oauth/authorize" novalidate>
        ${parameters.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        ${projectField(projects)}
        <fieldset>
          <legend>It may</legend>
          ${scopes.map(
            (scope) =>
              html`<label class="check"
                ><input type="checkbox" name="grant" value="${scope}" checked />
                <span>${scopeTexts[scope]}</span></label
              >`,
          )}
        </fieldset>
        <div class="acts">
          <button name="act" value="allow">Connect</button>
          <button name="act" value="deny" class="quiet">Cancel</button>
        </div>
      </form>
      <p class="note">
        The app gave itself this name; svc does not check it. You go back to <strong>${hostOf(redirectUri)}</strong>.
        Cancel unless you have just started this from the app.
      </p>
    </div>`,
  }
}

function projectField(projects: readonly Project[]) {
  const [first] = projects
  if (projects.length < 2)
    return html`<input type="hidden" name="project" value="${first?.id ?? ''}" />
      <p>In the project <strong>${first?.name ?? ''}</strong>.</p>`
  return html`<div class="field">
    <label for="project">Project</label>
    <select id="project" name="project">
      ${projects.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}
    </select>
  </div>`
}

/**
 * The policy of the page. Chromium also applies `form-action` to the redirect after the form; the scheme is allowed rather than
 * the host, because host sources cannot express IPv6 literals.
 */
export function consentPolicy(redirectUri: string): string {
  return policyOf(consentStyle).replace("form-action 'self'", `form-action 'self' ${new URL(redirectUri).protocol}`)
}
