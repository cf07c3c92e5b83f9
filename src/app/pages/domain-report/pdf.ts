/** The page as a PDF, laid out like emails: tables and inline style. */
import { limits } from '../../../kernel/limits.ts'
import type { Workers } from '../../../platform/jobs/index.ts'
import type { ClientReport } from '../../../surfaces/dmarc/index.ts'
import { fillText } from '../accept-language.ts'
import { type Html, html, isRightToLeft } from '../html.ts'
import { headlines, policyText, printingIn } from './figures.ts'
import type { ReportLanguage } from './texts.ts'

/** Width of the page between its margins, in CSS pixels. */
const width = 680
const margin = 36
const chartHeight = 90
const good = '#2b7a4b'
const bad = '#a8210f'
const soft = 'color:#625d55;font-size:12px;line-height:18px'
const line = 'border-bottom:1px solid #e2ddd3'

/** Undefined if it has too many pages. */
export async function renderReportPdf(
  report: ClientReport,
  language: ReportLanguage,
  { fontFolder, workers }: { workers: Pick<Workers, 'runWithin'>; fontFolder: string },
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const written = await workers.runWithin<{ bytes: Uint8Array<ArrayBuffer> } | { tooManyPages: number }>(
    limits.exportRenderSeconds * 1000,
    'renderPdf',
    {
      html: reportHtml(report, language),
      medium: { width, scheme: 'light' },
      images: [],
      title: `${report.group} · ${language.texts.title}`,
      language: language.tag,
      page: 'A4',
      margin,
      maxPages: limits.exportPdfPages,
      fontFolder,
    },
  )
  return 'bytes' in written ? written.bytes : undefined
}

function reportHtml(report: ClientReport, language: ReportLanguage): string {
  const { texts, tag } = language
  const { day } = printingIn(language)
  const range = { from: day(report.from), to: day(report.to) }
  const direction = isRightToLeft(tag) ? 'rtl' : 'ltr'
  return html`<!doctype html>
    <html lang="${tag}" dir="${direction}">
      <body
        style="margin:0;background:#ffffff;color:#1d1b18;font-family:Helvetica,Arial,sans-serif;font-size:14px;line-height:21px"
      >
        <div dir="${direction}">
          <p style="margin:0;${soft}">${texts.title}</p>
          <h1 style="margin:4px 0;font-size:30px;line-height:38px;font-weight:bold">${report.group}</h1>
          <p style="margin:0 0 24px;${soft}">
            ${fillText(texts.client, { name: report.client })} · ${fillText(texts.range, range)}
          </p>
          ${report.domains.length === 0 ? html`<p>${texts.empty}</p>` : figureTables(report, language)}
          <p style="margin:24px 0 0;${soft}">${texts.explain}</p>
        </div>
      </body>
    </html>`.markup
}

function figureTables(report: ClientReport, language: ReportLanguage): Html {
  const { texts } = language
  const heading = 'margin:28px 0 10px;font-size:17px;line-height:24px;font-weight:bold'
  return html`<table width="100%" cellpadding="0" cellspacing="0" style="border-top:1px solid #e2ddd3;${line}">
      <tr>
        ${headlines(report, language).map(
          ([label, value, before]) =>
            html`<td width="33%" valign="top" style="padding:12px 12px 12px 0">
              <span style="${soft}">${label}</span><br /><span style="font-size:26px;line-height:36px">${value}</span
              ><br /><span style="${soft}">${before}</span>
            </td>`,
        )}
      </tr>
    </table>
    <h2 style="${heading}">${texts.chart}</h2>
    ${chart(report, language)}
    <h2 style="${heading}">${texts.domains}</h2>
    ${domainTable(report, language)}`
}

function chart({ days }: ClientReport, language: ReportLanguage): Html {
  const { texts } = language
  const { day, number } = printingIn(language)
  const max = Math.max(1, ...days.map(({ messages }) => messages))
  const bar = (value: number, color: string) => {
    const height = Math.round((value / max) * chartHeight)
    return height > 0 && html`<div style="height:${height}px;background:${color};font-size:0;line-height:0"></div>`
  }
  const key = (color: string, text: string) =>
    html`<span style="color:${color}">■</span> <span style="${soft}">${text}</span>&nbsp;&nbsp;&nbsp;`
  return html`<p style="margin:0 0 8px;${soft}">${key(good, texts.compliant)}${key(bad, texts.failed)}</p>
    <p style="margin:0;${soft}">${number(max)}</p>
    <table width="100%" cellpadding="0" cellspacing="0" style="border-bottom:1px solid #8f887c">
      <tr>
        ${days.map(
          ({ compliant, messages }) =>
            html`<td valign="bottom" height="${chartHeight}" style="padding:0 2px;height:${chartHeight}px">
              ${bar(messages - compliant, bad)}${bar(compliant, good)}
            </td>`,
        )}
      </tr>
    </table>
    <table width="100%" cellpadding="0" cellspacing="0">
      <tr>
        <td style="${soft}">${day(days[0]?.day ?? '')}</td>
        <td style="${soft};${end(language)}">${day(days.at(-1)?.day ?? '')}</td>
      </tr>
    </table>`
}

function domainTable({ domains, more }: ClientReport, language: ReportLanguage): Html {
  const { texts } = language
  const { day, number, rate } = printingIn(language)
  const cell = `padding:7px 6px;${line}`
  const short = `${cell};white-space:nowrap`
  const numbers = `${short};${end(language)}`
  const heads = `${cell};${soft};${end(language)}`
  const first = `padding:7px 0;${line}`
  return html`<table width="100%" cellpadding="0" cellspacing="0">
      <tr>
        <td style="${first};${soft}">${texts.domain}</td>
        <td style="${cell};${soft}">${texts.policy}</td>
        <td style="${heads}">${texts.messages}</td>
        <td style="${heads}">${texts.compliant}</td>
        <td style="${heads}">${texts.stopped}</td>
        <td style="${heads}">${texts.lastReport}</td>
      </tr>
      ${domains.map(
        (each) =>
          html`<tr>
            <td style="${first};font-weight:bold">${each.domain}</td>
            <td style="${short}">${policyText(each, language)}</td>
            <td style="${numbers}">${number(each.messages)}</td>
            <td style="${numbers}">${rate(each.compliant, each.messages)}</td>
            <td style="${numbers}">${number(each.stopped)}</td>
            <td style="${numbers}">${each.lastReport === null ? texts.never : day(each.lastReport)}</td>
          </tr>`,
      )}
    </table>
    ${more > 0 && html`<p style="margin:8px 0 0;${soft}">${fillText(texts.more, { count: number(more) })}</p>`}`
}

function end({ tag }: ReportLanguage): string {
  return `text-align:${isRightToLeft(tag) ? 'left' : 'right'}`
}
