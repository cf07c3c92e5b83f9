/** The pages of a link to the webhooks of a customer: the list with the form of a new one, one endpoint, one delivery. */
import { type SubscribableType, eventDescriptions } from '../../../kernel/events/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Delivery, DeliveryWithPayload, Portal, Webhook } from '../../../surfaces/webhooks/index.ts'
import { fillText } from '../accept-language.ts'
import { type Html, type HtmlPart, html } from '../html.ts'
import { type Page, frameAncestors, policyOf, styleWith } from '../layout.ts'
import portalCss from './portal.css' with { type: 'text' }
import type { PortalLanguage } from './texts.ts'

const style = styleWith(portalCss)

/** The token is in the URL: not cached, not indexed, not sent to other sites. Pages of the allowed origins may frame it. */
export function portalHeaders(allowedOrigins: readonly string[]): Record<string, string> {
  return {
    'Content-Security-Policy': policyOf(style, [], frameAncestors(allowedOrigins)),
    // Allows framing by pages with Cross-Origin-Embedder-Policy.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
    Vary: 'Accept-Language',
  }
}

/** What was typed into the form of a new endpoint. */
export interface PortalForm {
  readonly url: string
  readonly events: readonly string[]
  readonly description: string
  readonly externalIds: readonly string[]
}

export interface Refusal {
  /** The field; undefined if the whole form was refused. */
  readonly field?: 'url' | 'events' | 'templates' | undefined
  readonly message: string
}

interface Shown {
  readonly token: string
  readonly language: PortalLanguage
  /** What the last form did. */
  readonly done?: string | undefined
  readonly refusal?: Refusal | undefined
}

export interface ListShown extends Shown {
  readonly link: Portal['link']
  readonly webhooks: readonly Webhook[]
  readonly form?: PortalForm | undefined
  /** The endpoint that was added, with its secret. */
  readonly created?: { readonly id: string; readonly secret: string } | undefined
}

export function listPage(shown: ListShown): Page {
  const { created, language, token, webhooks } = shown
  const { texts } = language
  return {
    ...pageOf(language, texts.title, shown.refusal),
    content: html`<h1>${texts.title}</h1>
      <p class="note">${texts.intro}</p>
      ${messages(shown)}
      ${created !== undefined && secretSection(created, { language, title: texts.created, more: testForm(shown, created.id) })}
      ${
        webhooks.length === 0
          ? html`<div class="empty">
              <h2>${texts.none}</h2>
              <p>${texts.noneText}</p>
            </div>`
          : html`<ul class="endpoints">
              ${webhooks.map(
                (webhook) =>
                  html`<li>
                    <a href="/webhook-portal/${token}/${webhook.id}"><bdi>${webhook.url}</bdi></a>
                    ${stateOf(webhook, language)}
                    <span class="note">${webhook.events.join(', ')}</span>
                  </li>`,
              )}
            </ul>`
      }
      ${webhooks.length < limits.customerWebhooks ? addSection(shown) : html`<p class="note">${texts.full}</p>`}`,
  }
}

function testForm({ language, token }: Shown, id: string): Html {
  return html`<form method="post" action="/webhook-portal/${token}/${id}">
    <button name="act" value="test">${language.texts.next}</button>
  </form>`
}

function secretSection(
  { secret }: NonNullable<ListShown['created']>,
  { language, title, more }: Pick<Shown, 'language'> & { title: string; more?: Html },
): Html {
  const { texts } = language
  return html`<section class="once" aria-labelledby="created">
    <div role="status"><h2 id="created">${title}</h2></div>
    <div class="field">
      <label for="secret">${texts.secret}</label>
      <input id="secret" class="code" readonly value="${secret}" aria-describedby="secret-hint" autofocus />
      <p class="note" id="secret-hint">${texts.secretText}</p>
    </div>
    ${more}
  </section>`
}

function addSection({ form, language, link, refusal, token, webhooks }: ListShown): Html {
  const { texts } = language
  const isOpen = webhooks.length === 0 || form !== undefined
  const shown = { language, link, refusal, form, action: `/webhook-portal/${token}` }
  return html`<details class="add" ${isOpen && html`open`}>
    <summary>${texts.add}</summary>
    ${endpointForm({ ...shown, act: 'add', submit: texts.create })}
  </details>`
}

interface EndpointForm extends Pick<Shown, 'language' | 'refusal'> {
  readonly link: Portal['link']
  readonly form: PortalForm | undefined
  readonly action: string
  readonly act: 'add' | 'save'
  readonly submit: string
}

function endpointForm({ act, action, form, language, link, refusal, submit }: EndpointForm): Html {
  const { texts } = language
  const wrong = (field: Refusal['field']) => refusal?.field === field && field !== undefined
  const note = (field: NonNullable<Refusal['field']>, hint?: string): HtmlPart =>
    wrong(field)
      ? html`<p class="wrong" id="${field}-hint">${refusal?.message}</p>`
      : hint !== undefined && html`<p class="note" id="${field}-hint">${hint}</p>`
  const chosen = form?.events ?? link.events
  const offered = link.filter?.externalIds
  return html`<form class="card" method="post" action="${action}" novalidate>
    <div class="field">
      <label for="url">${texts.url}</label>
      <input
        id="url"
        name="url"
        class="code"
        inputmode="url"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        required
        maxlength="${limits.webhookUrlLength}"
        value="${form?.url ?? ''}"
        aria-describedby="url-hint"
        ${wrong('url') && html`aria-invalid="true" autofocus`}
      />
      ${note('url', texts.urlHint)}
    </div>
    <fieldset ${wrong('events') && html`aria-describedby="events-hint"`}>
      <legend>${texts.events}</legend>
      ${note('events')} ${link.events.map((type) => eventBox(type, chosen.includes(type)))}
    </fieldset>
    <div class="field">
      <label for="description">${texts.description}</label>
      <input
        id="description"
        name="description"
        autocomplete="off"
        dir="auto"
        maxlength="${limits.webhookDescriptionLength}"
        value="${form?.description ?? ''}"
      />
    </div>
    ${
      offered === undefined
        ? html`<div class="field">
            <label for="templates">${texts.templates}</label>
            <textarea
              id="templates"
              name="external_ids"
              class="code"
              rows="3"
              spellcheck="false"
              aria-describedby="templates-hint"
              ${wrong('templates') && html`aria-invalid="true" autofocus`}
            >
${(form?.externalIds ?? []).join('\n')}</textarea>
            ${note('templates', texts.templatesHint)}
          </div>`
        : offered.length > 1 &&
          html`<fieldset>
            <legend>${texts.templates}</legend>
            ${note('templates')}
            ${offered.map((id) => box('external_ids', id, (form?.externalIds ?? offered).includes(id)))}
          </fieldset>`
    }
    <div class="actions"><button name="act" value="${act}">${submit}</button></div>
  </form>`
}

const summaries = new Map(eventDescriptions.map(({ name, summary }) => [name as string, summary]))

function eventBox(type: string, isChecked: boolean): Html {
  return box('events', type, isChecked, summaries.get(type as SubscribableType))
}

function box(name: string, value: string, isChecked: boolean, text?: string): Html {
  return html`<label class="box"
    ><input type="checkbox" name="${name}" value="${value}" ${isChecked && html`checked`} /><span
      ><code dir="ltr">${value}</code>${text !== undefined && html`<span class="note" lang="en">${text}</span>`}</span
    ></label
  >`
}

export interface EndpointShown extends Shown {
  readonly webhook: Webhook
  readonly deliveries: readonly Delivery[]
  /** The id behind which older deliveries are. */
  readonly older?: string | undefined
  readonly link: Portal['link']
  /** What was typed and refused. */
  readonly form?: PortalForm | undefined
  /** The new secret. */
  readonly created?: ListShown['created']
}

export function endpointPage(shown: EndpointShown): Page {
  const { created, deliveries, form, language, link, older, refusal, token, webhook } = shown
  const { texts } = language
  const path = `/webhook-portal/${token}/${webhook.id}`
  const externalIds = webhook.filter?.external_ids
  return {
    ...pageOf(language, `${webhook.url} · ${texts.title}`, shown.refusal),
    content: html`<p><a href="/webhook-portal/${token}">${texts.all}</a></p>
      <h1 class="code"><bdi>${webhook.url}</bdi></h1>
      <p>${stateOf(webhook, language)}</p>
      ${messages(shown)} ${created !== undefined && secretSection(created, { language, title: texts.rotated })}
      <div class="actions">
        <form method="post" action="${path}">
          <button name="act" value="test">${texts.test}</button>
          ${
            webhook.enabled
              ? html`<button class="second" name="act" value="disable">${texts.disable}</button>`
              : html`<button class="second" name="act" value="enable">${texts.enable}</button>`
          }
        </form>
        <details class="remove">
          <summary>${texts.rotate}</summary>
          <form method="post" action="${path}">
            <p>${fillText(texts.rotateText, { hours: new Intl.NumberFormat(language.tag).format(graceHours) })}</p>
            <button class="second" name="act" value="rotate">${texts.rotateYes}</button>
          </form>
        </details>
        <details class="remove">
          <summary>${texts.remove}</summary>
          <form method="post" action="${path}">
            <p>${texts.removeText}</p>
            <button class="danger" name="act" value="remove">${texts.removeYes}</button>
          </form>
        </details>
      </div>
      <dl class="facts">
        ${fact(texts.events, html`<span dir="ltr">${webhook.events.join(', ')}</span>`)}
        ${webhook.description !== undefined && fact(texts.description, html`<bdi>${webhook.description}</bdi>`)}
        ${externalIds !== undefined && fact(texts.filter, html`<bdi>${externalIds.join(', ')}</bdi>`)}
        ${fact(texts.added, timeIn(language, webhook.created_at))}
      </dl>
      <details class="add" ${form !== undefined && html`open`}>
        <summary>${texts.edit}</summary>
        ${endpointForm({
          language,
          link,
          refusal,
          action: path,
          form: form ?? formOf(webhook),
          act: 'save',
          submit: texts.save,
        })}
      </details>
      <section>
        <div class="head">
          <h2 id="deliveries">${texts.deliveries}</h2>
          <a href="${path}">${texts.refresh}</a>
        </div>
        ${deliveries.length === 0 ? html`<p>${texts.noDeliveries}</p>` : deliveryTable(shown, path)}
        ${older !== undefined && html`<p><a href="${path}?before=${older}">${texts.older}</a></p>`}
      </section>`,
  }
}

const graceHours = Math.round(limits.webhookGraceSeconds / 3600)

function formOf({ description, events, filter, url }: Webhook): PortalForm {
  return { url, events, description: description ?? '', externalIds: filter?.external_ids ?? [] }
}

function deliveryTable({ deliveries, language }: EndpointShown, path: string): Html {
  const { texts } = language
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="deliveries">
    <table>
      <thead>
        <tr>
          ${[texts.time, texts.status, texts.response, texts.event].map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${deliveries.map(({ attempts, created_at: at, id, status, type }) => {
          const last = attempts.at(-1)
          return html`<tr>
            <th scope="row"><a href="${path}/${id}">${timeIn(language, at)}</a></th>
            <td><span class="state ${status}">${texts[status]}</span></td>
            <td><span dir="ltr">${last?.status_code ?? last?.error ?? '–'}</span></td>
            <td><code dir="ltr">${type}</code></td>
          </tr>`
        })}
      </tbody>
    </table>
  </div>`
}

export interface DeliveryShown extends Shown {
  readonly webhook: Webhook
  readonly delivery: DeliveryWithPayload
}

export function deliveryPage(shown: DeliveryShown): Page {
  const { delivery, language, token, webhook } = shown
  const { texts } = language
  const endpoint = `/webhook-portal/${token}/${webhook.id}`
  const { attempts, next_attempt_at: nextAt, payload, status, type } = delivery
  return {
    ...pageOf(language, `${type} · ${texts.title}`, shown.refusal),
    content: html`<p><a href="${endpoint}">${texts.back}</a></p>
      <h1 class="code"><bdi>${type}</bdi></h1>
      <p><span class="state ${status}">${texts[status]}</span></p>
      ${messages(shown)}
      ${
        webhook.enabled
          ? html`<form class="actions" method="post" action="${endpoint}/${delivery.id}">
              <button name="act" value="retry">${texts.retry}</button>
            </form>`
          : html`<p class="note">${texts.off}</p>`
      }
      <section>
        <div class="head">
          <h2 id="attempts">${texts.attempts}</h2>
          <a href="${endpoint}/${delivery.id}">${texts.refresh}</a>
        </div>
        ${attempts.length === 0 && html`<p>${texts.noAttempt}</p>`}
        <ol class="attempts">
          ${attempts.map((attempt) => attemptItem(attempt, language))}
        </ol>
        ${nextAt !== undefined && html`<p class="note">${fillText(texts.nextAttempt, { date: dateIn(language, nextAt) })}</p>`}
      </section>
      <section>
        <h2 id="payload">${texts.payload}</h2>
        ${payload === undefined ? html`<p>${texts.noPayload}</p>` : code('payload', JSON.stringify(payload, null, 2))}
      </section>`,
  }
}

function attemptItem(attempt: Delivery['attempts'][number], language: PortalLanguage): Html {
  const { texts } = language
  const { at, detail, duration_ms: ms, error, response_excerpt: body, status_code: status } = attempt
  return html`<li>
    <p>
      <strong dir="ltr">${status ?? error ?? ''}</strong> ${timeIn(language, at)} ·
      ${fillText(texts.ms, { ms: new Intl.NumberFormat(language.tag).format(Math.round(ms)) })}
    </p>
    ${detail !== undefined && html`<p lang="en">${detail}</p>`}
    ${
      body !== undefined &&
      body !== '' &&
      html`<p class="note" id="body-${at}">${texts.responseBody}</p>
        ${code(`body-${at}`, body)}`
    }
  </li>`
}

/** For an endpoint or delivery that the link does not have. */
export function missingPage({ language, token }: Pick<Shown, 'language' | 'token'>): Page {
  const { texts } = language
  return {
    ...pageOf(language, texts.missing),
    content: html`<h1>${texts.missing}</h1>
      <p><a href="/webhook-portal/${token}">${texts.all}</a></p>`,
  }
}

/** For a link that opens nothing, and for one that is used too often. */
export function deadLinkPage(language: PortalLanguage, kind: 'invalid' | 'busy'): Page {
  const { texts } = language
  const title = kind === 'busy' ? texts.busy : texts.invalid
  return {
    ...pageOf(language, title),
    content: html`<h1>${title}</h1>
      ${kind === 'invalid' && html`<p class="lead">${texts.invalidWhy}</p>`}`,
  }
}

function pageOf({ tag, texts }: PortalLanguage, title: string, refusal?: Refusal) {
  // A screen reader announces the title first after a form was sent.
  const full = refusal === undefined ? title : `${refusal.message} · ${title}`
  return { title: full, language: tag, skip: texts.skip, isPlain: true, style } as const
}

const doneTexts = { tested: 'tested', changed: 'changed', removed: 'removed', retried: 'retried' } as const

function messages({ done, language: { texts }, refusal }: Shown): HtmlPart {
  const known = Object.hasOwn(doneTexts, done ?? '') ? doneTexts[done as keyof typeof doneTexts] : undefined
  return html`${known !== undefined && html`<p class="done" role="status">${texts[known]}</p>`}
  ${refusal !== undefined && html`<p class="alert" role="alert">${refusal.message}</p>`}`
}

function stateOf(
  { disabled_reason: reason, enabled, failing_since: failing }: Webhook,
  language: PortalLanguage,
): Html {
  const { texts } = language
  const why = reason === 'gone' ? texts.gone : reason === 'failing' ? texts.failed_days : undefined
  const more = enabled && failing !== undefined ? fillText(texts.failing, { date: dateIn(language, failing) }) : why
  const kind = !enabled ? 'skipped' : failing === undefined ? 'succeeded' : 'failed'
  return html`<span class="state ${kind}">${enabled ? texts.enabled : texts.disabled}</span>
    ${more !== undefined && html`<span class="note">${more}</span>`}`
}

function fact(name: string, value: HtmlPart): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

function code(labelledBy: string, text: string): Html {
  return html`<pre tabindex="0" role="region" aria-labelledby="${labelledBy}"><code>${text}</code></pre>`
}

function timeIn(language: PortalLanguage, instant: string): Html {
  return html`<time datetime="${instant}">${dateIn(language, instant)}</time>`
}

// The server does not know the time zone of the visitor.
function dateIn({ tag }: PortalLanguage, instant: string): string {
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
  return `${format.format(new Date(instant))} UTC`
}
