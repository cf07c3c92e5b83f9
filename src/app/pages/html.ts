/** Markup inserted without escaping. Only `html` creates it, so every other value is escaped. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

export type HtmlPart = Html | string | number | undefined | false | readonly HtmlPart[]

/** Escapes interpolated values unless they are Html; undefined and false are omitted. */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(strings.reduce((before, string, index) => before + printPart(parts[index - 1]) + string))
}

function printPart(part: HtmlPart): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.markup
  if (typeof part === 'object') return part.map(printPart).join('')
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** `language` is BCP 47. */
export function isRightToLeft(language: string): boolean {
  return /^(ar|fa|he|ur)\b/i.test(language)
}
