import type { ClientReport } from '../../../surfaces/dmarc/index.ts'
import { fillText } from '../accept-language.ts'
import { type Html, type HtmlPart, html } from '../html.ts'
import { type Page, policyOf, styleWith } from '../layout.ts'
import reportCss from './report.css' with { type: 'text' }
import { type Printing, headlines, policyText, printingIn } from './figures.ts'
import type { ReportLanguage, ReportTexts } from './texts.ts'

const style = styleWith(reportCss)

/** The token is in the URL: not cached, not indexed, not sent to other sites. */
export const reportHeaders = {
  'Content-Security-Policy': policyOf(style),
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
}

/** The figures of a group of domains for a client. */
export function reportPage(report: ClientReport, language: ReportLanguage, token: string): Page {
  const { texts } = language
  const printing = printingIn(language)
  const range = { from: printing.day(report.from), to: printing.day(report.to) }
  return {
    ...pageOf(language, `${report.group} · ${texts.title}`),
    content: html`<div class="report-head">
        <div>
          <p class="note">${texts.title}</p>
          <h1><bdi>${report.group}</bdi></h1>
          <p class="note">${fillText(texts.client, { name: report.client })} · ${fillText(texts.range, range)}</p>
        </div>
        <a class="button" href="/domain-report/${token}/report.pdf" download>${texts.pdf}</a>
      </div>
      ${
        report.domains.length === 0
          ? html`<p class="lead">${texts.empty}</p>`
          : html`<dl class="headlines">
                ${headlines(report, language).map(
                  ([label, value, before]) =>
                    html`<div>
                      <dt>${label}</dt>
                      <dd><strong>${value}</strong><span class="note">${before}</span></dd>
                    </div>`,
                )}
              </dl>
              ${chartSection(report, texts, printing)} ${domainSection(report, language, printing)}`
      }
      <p class="note explain">${texts.explain}</p>`,
  }
}

/** For a link that opens nothing, and for one that is used too often. */
export function deadLinkPage(language: ReportLanguage, kind: 'invalid' | 'busy'): Page {
  const { texts } = language
  const title = kind === 'busy' ? texts.busy : texts.invalid
  return {
    ...pageOf(language, title),
    content: html`<h1>${title}</h1>
      ${kind === 'invalid' && html`<p class="lead">${texts.invalidWhy}</p>`}`,
  }
}

function pageOf({ tag, texts }: ReportLanguage, title: string) {
  return { title, language: tag, skip: texts.skip, isPlain: true, style } as const
}

const chartHeight = 100

function chartSection({ days }: ClientReport, texts: ReportTexts, { day, number }: Printing): HtmlPart {
  const max = Math.max(1, ...days.map(({ messages }) => messages))
  const bars = days.map(({ compliant, messages }, index) => {
    const [whole, good] = [messages, compliant].map((value) => (value / max) * chartHeight) as [number, number]
    return html`<rect class="failed" x="${index + 0.12}" y="${chartHeight - whole}" width="0.76" height="${whole}" />
      <rect class="passed" x="${index + 0.12}" y="${chartHeight - good}" width="0.76" height="${good}" />`
  })
  const rows = days.filter(({ messages }) => messages > 0)
  return html`<section>
    <h2 id="per-day">${texts.chart}</h2>
    <p class="keys note">
      <span class="key passed">${texts.compliant}</span><span class="key failed">${texts.failed}</span>
    </p>
    <div class="plot">
      <span class="note">${number(max)}</span>
      <svg viewBox="0 0 ${days.length} ${chartHeight}" preserveAspectRatio="none" role="img" aria-label="${texts.bars}">
        ${bars}
      </svg>
      <p class="ends note"><span>${day(days[0]?.day ?? '')}</span><span>${day(days.at(-1)?.day ?? '')}</span></p>
    </div>
    <details>
      <summary>${texts.table}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="${texts.chart}">
        <table>
          <thead>
            <tr>
              <th scope="col">${texts.day}</th>
              <th scope="col" class="number">${texts.messages}</th>
              <th scope="col" class="number">${texts.compliant}</th>
              <th scope="col" class="number">${texts.stopped}</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (each) =>
                html`<tr>
                  <th scope="row">${day(each.day)}</th>
                  <td class="number">${number(each.messages)}</td>
                  <td class="number">${number(each.compliant)}</td>
                  <td class="number">${number(each.stopped)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
  </section>`
}

function domainSection({ domains, more }: ClientReport, language: ReportLanguage, printing: Printing): Html {
  const { texts } = language
  const { day, number, rate } = printing
  return html`<section>
    <h2 id="domains">${texts.domains}</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="domains">
      <table>
        <thead>
          <tr>
            <th scope="col">${texts.domain}</th>
            <th scope="col">${texts.policy}</th>
            <th scope="col" class="number">${texts.messages}</th>
            <th scope="col" class="number">${texts.compliant}</th>
            <th scope="col" class="number">${texts.stopped}</th>
            <th scope="col" class="number">${texts.lastReport}</th>
          </tr>
        </thead>
        <tbody>
          ${domains.map(
            (each) =>
              html`<tr>
                <th scope="row"><bdi>${each.domain}</bdi></th>
                <td>
                  <span class="policy ${each.policy === null ? 'missing' : (each.policy ?? 'unknown')}"
                    >${policyText(each, language)}</span
                  >
                </td>
                <td class="number">${number(each.messages)}</td>
                <td class="number">${rate(each.compliant, each.messages)}</td>
                <td class="number">${number(each.stopped)}</td>
                <td class="number">${each.lastReport === null ? texts.never : day(each.lastReport)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${more > 0 && html`<p class="note">${fillText(texts.more, { count: number(more) })}</p>`}
  </section>`
}
