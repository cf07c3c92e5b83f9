import { limits } from '../../../kernel/limits.ts'

/** Parts of an HTML page: the body, and what its head defines. */
export interface HtmlDeps {
  body: string
  /** Content of the style elements in the head. */
  css: string
  title?: string
  lang?: string
}

// No pattern matches past the next `<`, so that a megabyte of `<style <style` takes linear time.
const openingBody = /<body(?=[\s/>])[^<>]*>/i
const openingStyle = /<style(?=[\s/>])[^<>]*>/gi
const closingStyle = /<\/style/gi
const titleElement = /<title(?=[\s/>])[^<>]*>([^<]*)</i
const htmlElement = /<html(?=\s)[^<>]*>/i
const language = /\slang\s*=\s*["']?([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)/i

/** HTML without a body element is all body. Does not sanitize. */
export function splitHtml(html: string): HtmlDeps {
  const opening = openingBody.exec(html)
  if (opening === null) return { body: html, css: '' }
  const head = html.slice(0, opening.index)
  const rest = html.slice(opening.index + opening[0].length)
  const title = titleElement.exec(head)?.[1]?.trim().slice(0, limits.nameLength)
  const lang = language.exec(htmlElement.exec(head)?.[0] ?? '')?.[1]
  return {
    body: beforeLastBodyEnd(rest),
    css: styleSheets(head).join('\n'),
    ...(title ? { title } : {}),
    ...(lang ? { lang } : {}),
  }
}

function beforeLastBodyEnd(html: string): string {
  const end = Math.max(html.lastIndexOf('</body'), html.lastIndexOf('</BODY'))
  return end < 0 ? html : html.slice(0, end)
}

function styleSheets(head: string): string[] {
  const sheets: string[] = []
  openingStyle.lastIndex = 0
  for (let opening = openingStyle.exec(head); opening !== null; opening = openingStyle.exec(head)) {
    closingStyle.lastIndex = openingStyle.lastIndex
    const closing = closingStyle.exec(head)
    if (closing === null) break
    sheets.push(head.slice(openingStyle.lastIndex, closing.index).trim())
    openingStyle.lastIndex = closingStyle.lastIndex
  }
  return sheets
}
