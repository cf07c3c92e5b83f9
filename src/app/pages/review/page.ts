import { listBlocks } from '../../../email/document/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { GuestReview } from '../../../surfaces/templates/index.ts'
import { type Html, type HtmlPart, html } from '../html.ts'
import { type Page, policyOf, styleWith } from '../layout.ts'
import reviewCss from './review.css' with { type: 'text' }
import { fillText } from '../accept-language.ts'
import type { ReviewLanguage, ReviewTexts } from './texts.ts'

const style = styleWith(reviewCss)

/** The token is in the URL: not cached, not indexed, not sent to other sites. */
export const reviewHeaders = {
  'Content-Security-Policy': policyOf(style, ["frame-src 'self'"]),
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
}

/** How the email is shown, as the query says it. */
export type Shown = {
  width: 'desktop' | 'phone'
  colors: 'light' | 'dark'
  /** `sample`, `unknown` or the id of a sample recipient. */
  recipient: string
}

export function readShown(query: URLSearchParams): Shown {
  return {
    width: query.get('width') === 'phone' ? 'phone' : 'desktop',
    colors: query.get('colors') === 'dark' ? 'dark' : 'light',
    recipient: (query.get('recipient') ?? 'sample').slice(0, 100),
  }
}

export function queryOf(shown: Shown): string {
  return new URLSearchParams(shown).toString()
}

export interface ReviewPage {
  token: string
  view: GuestReview
  /** Filled in for the shown recipient. */
  subject: string | undefined
  shown: Shown
  /** False until a width is chosen: a phone then shows the email as phones do. */
  isWidthChosen: boolean
  language: ReviewLanguage
  /** What the last form did. */
  done?: 'commented' | 'decided' | undefined
  /** Why the last form was refused, with what it contained. */
  refused?: { message: string; text: string; nodeId: string } | undefined
}

/** The page of a link: the email that is under review, the decision and the comments. */
export function reviewPage(given: ReviewPage): Page {
  const { view, language, done, refused } = given
  const { texts } = language
  return {
    ...pageOf(language, `${view.template.name} · ${texts.title}`),
    content: html`<div class="review-head">
        ${stateLine(view, language)}
        <h1><bdi>${view.template.name}</bdi></h1>
        ${subjectLine(given.subject, texts)} ${submittedLine(view, language)}
      </div>
      ${done !== undefined && html`<p class="done" role="status">${texts[done]}</p>`}
      ${refused !== undefined && html`<p class="alert" role="alert">${refused.message}</p>`}
      ${view.isStale && html`<p class="warning">${texts.stale}</p>`}
      ${
        view.content === undefined
          ? html`<p class="lead">${texts.nothing}</p>`
          : html`<div class="review">
              ${emailSection(given)}
              <div>${decisionSection(given)} ${commentSection(given)}</div>
            </div>`
      }
      <p class="note">${fillText(texts.you, { name: view.link.name })}</p>`,
  }
}

/** For a link that opens nothing, and for one that is used too often. */
export function deadLinkPage(language: ReviewLanguage, kind: 'invalid' | 'busy'): Page {
  const { texts } = language
  const title = kind === 'busy' ? texts.busy : texts.invalid
  return {
    ...pageOf(language, title),
    content: html`<h1>${title}</h1>
      ${kind === 'invalid' && html`<p class="lead">${texts.invalidWhy}</p>`}`,
  }
}

function pageOf({ tag, texts }: ReviewLanguage, title: string) {
  return { title, language: tag, skip: texts.skip, isPlain: true, style } as const
}

function stateLine({ review }: GuestReview, { tag, texts }: ReviewLanguage): HtmlPart {
  if (review === undefined) return undefined
  const { state, deciderName: name, decidedAt } = review
  const values = { name: name ?? '', date: dateIn(tag, decidedAt ?? 0) }
  return html`<p class="state ${state}">${fillText(texts[state], values)}</p>`
}

function subjectLine(subject: string | undefined, texts: ReviewTexts): HtmlPart {
  return subject !== undefined && html`<p>${texts.subject}: <bdi>${subject}</bdi></p>`
}

function submittedLine({ review }: GuestReview, { tag, texts }: ReviewLanguage): HtmlPart {
  if (review === undefined) return undefined
  const { createdAt, decisionNote, note, requesterName } = review
  const values = { name: requesterName, date: dateIn(tag, createdAt) }
  return html`<p class="note">${fillText(texts.submitted, values)}</p>
    ${note !== null && html`<blockquote class="note-of"><bdi>${note}</bdi></blockquote>`}
    ${decisionNote !== null && html`<blockquote class="note-of"><bdi>${decisionNote}</bdi></blockquote>`}`
}

function emailSection({ token, view, shown, isWidthChosen, language: { texts } }: ReviewPage): Html {
  const { width, colors } = shown
  const link = (name: keyof Shown, value: string, text: string) =>
    html`<li>
      <a href="/review/${token}?${queryOf({ ...shown, [name]: value })}" ${shown[name] === value && current}
        ><bdi>${text}</bdi></a
      >
    </li>`
  const choices: Record<keyof Shown, [value: string, text: string][]> = {
    width: [
      ['desktop', texts.desktop],
      ['phone', texts.phone],
    ],
    colors: [
      ['light', texts.light],
      ['dark', texts.dark],
    ],
    recipient: [
      ['sample', texts.sample],
      ...view.recipients.map(({ id, name }): [string, string] => [id, name]),
      ['unknown', texts.unknown],
    ],
  }
  return html`<section aria-label="${texts.email}">
    <nav class="views" aria-label="${texts.email}">
      ${(Object.keys(choices) as (keyof Shown)[]).map(
        (name) =>
          html`<div>
            <span id="by-${name}">${texts[name]}</span>
            <ul aria-labelledby="by-${name}">
              ${choices[name].map(([value, text]) => link(name, value, text))}
            </ul>
          </div>`,
      )}
    </nav>
    <div
      class="stage ${isWidthChosen ? width : 'auto'} ${colors}"
      tabindex="0"
      role="region"
      aria-label="${texts.email}"
    >
      <iframe
        title="${texts.email}"
        sandbox=""
        referrerpolicy="no-referrer"
        src="/review/${token}/email?${queryOf(shown)}"
      ></iframe>
    </div>
  </section>`
}

const current = html`aria-current="true"`

function decisionSection({ token, view, shown, language: { texts } }: ReviewPage): HtmlPart {
  if (!view.mayDecide || view.review === undefined) return undefined
  return html`<section aria-labelledby="decision">
    <h2 id="decision">${texts.decision}</h2>
    <form method="post" action="/review/${token}?${queryOf(shown)}">
      <input type="hidden" name="review" value="${view.review.id}" />
      <div class="field">
        <label for="note">${texts.note}</label>
        <input id="note" name="note" maxlength="${limits.nameLength}" autocomplete="off" dir="auto" />
      </div>
      <div class="actions">
        <button name="act" value="approve">${texts.approve}</button>
        <button class="second" name="act" value="reject">${texts.reject}</button>
      </div>
    </form>
  </section>`
}

function commentSection({ token, view, shown, refused, language }: ReviewPage): HtmlPart {
  const { review, content, comments } = view
  if (review === undefined || content === undefined) return undefined
  const { texts } = language
  const blocks = listBlocks(content.document).filter(({ text }) => text !== undefined)
  const names = new Map(blocks.map(({ id, text = '' }) => [id, shorten(text)]))
  const options = [...names].map(
    ([id, name]) => html`<option value="${id}" ${refused?.nodeId === id && html`selected`}>${name}</option>`,
  )
  return html`<section aria-labelledby="comments">
    <h2 id="comments">${texts.comments}</h2>
    <form method="post" action="/review/${token}?${queryOf(shown)}">
      <input type="hidden" name="review" value="${review.id}" />
      <div class="field">
        <label for="node">${texts.about}</label>
        <select id="node" name="node">
          <option value="">${texts.whole}</option>
          ${options}
        </select>
      </div>
      <div class="field">
        <label for="text">${texts.comment}</label>
        <textarea id="text" name="text" required maxlength="${limits.commentLength}" dir="auto">
${refused?.text}</textarea>
      </div>
      <div class="actions"><button class="second" name="act" value="comment">${texts.add}</button></div>
    </form>
    ${
      comments.length === 0
        ? html`<p class="note">${texts.none}</p>`
        : html`<ul class="comments">
            ${comments.map((comment) => commentItem(comment, names, language))}
          </ul>`
    }
    ${view.hasMore && html`<p class="note">${texts.older}</p>`}
  </section>`
}

function commentItem(
  { author, created_at: at, node_id: nodeId, resolved, text }: GuestReview['comments'][number],
  names: ReadonlyMap<string, string>,
  { tag, texts }: ReviewLanguage,
): Html {
  const block = nodeId === undefined ? undefined : (names.get(nodeId) ?? nodeId)
  return html`<li>
    <div class="meta">
      <strong><bdi>${author.name}</bdi></strong>
      <time datetime="${at}">${dateIn(tag, Date.parse(at))}</time>
      ${resolved && html`<span>${texts.resolved}</span>`}
    </div>
    ${block !== undefined && html`<div class="block">${texts.about}: <bdi>${block}</bdi></div>`}
    <p dir="auto">${text}</p>
  </li>`
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59).toWellFormed()}…` : text
}

function dateIn(language: string, ms: number): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(ms)} UTC`
}
