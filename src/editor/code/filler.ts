import { preheaderFiller, preheaderTag } from '../../email/render/index.ts'

/** HTML without the invisible characters after its preheader, which are returned as well. */
export function hideFiller(html: string): { html: string; filler: string } {
  const end = endOfPreheader(html)
  let start = end
  while (html.endsWith(preheaderFiller, start)) start -= preheaderFiller.length
  return { html: html.slice(0, start) + html.slice(end), filler: html.slice(start, end) }
}

/** Reverts `hideFiller`, also if the preheader was changed; an email without its preheader gets no filler. */
export function restoreFiller(html: string, filler: string): string {
  const end = endOfPreheader(html)
  return html.slice(0, end) + (end === 0 ? '' : filler) + html.slice(end)
}

// 0 without a preheader.
function endOfPreheader(html: string): number {
  const start = html.indexOf(preheaderTag)
  return start === -1 ? 0 : Math.max(0, html.indexOf('</div>', start))
}
