import { Marked, type Token, type Tokens } from 'marked'
import type { Guide } from './contents.ts'

export interface Heading {
  id: string
  /** 1 to 6. */
  depth: number
  text: string
}

/** A part of a guide from one heading to the next. */
export interface Section extends Heading {
  /** Plain text below the heading. */
  body: string
  /** The first paragraph of it, empty where it begins with something else. */
  lead: string
}

export interface RenderedGuide {
  html: string
  /** The first is the title. */
  sections: Section[]
  /** The first paragraph, as plain text. */
  summary: string
  /** Files of docs/images that it shows, by name. */
  images: string[]
}

/**
 * A guide as HTML: headings with the ids that GitHub gives them, links between guides as URLs of the service, tables and code
 * that scroll by themselves. Throws on raw HTML and on links to files that the service does not have.
 */
export function renderGuide({ name, markdown }: Guide, titles: ReadonlyMap<string, string>): RenderedGuide {
  const headings: Heading[] = []
  const images: string[] = []
  const newId = createIds()
  const marked = new Marked({ gfm: true })
  const tokens = marked.lexer(markdown)
  marked.use({
    renderer: {
      html({ text }) {
        throw new Error(`docs/${name}.md holds raw HTML: ${text.slice(0, 80)}`)
      },
      heading({ tokens: inline, depth }) {
        const text = plainText(inline)
        const id = newId(text)
        headings.push({ id, depth, text })
        const inner = this.parser.parseInline(inline)
        if (depth === 1) return `<h1 id="${id}">${inner}</h1>\n`
        return `<h${depth} id="${id}">${inner}<a class="anchor" href="#${id}" aria-label="Link to ${escape(text)}">#</a></h${depth}>\n`
      },
      link({ href, tokens: inline }) {
        const url = guideUrl(href, name, titles)
        // A page that is linked by its file name is called by its title.
        const linked = /^([\w-]+)\.md$/.exec(plainText(inline))?.[1]
        const title = linked === undefined ? undefined : titles.get(linked)
        return `<a href="${escape(url)}">${title === undefined ? this.parser.parseInline(inline) : escape(title)}</a>`
      },
      image({ href, text }) {
        const file = /^images\/([\w-]+\.(?:jpg|png|svg))$/.exec(href)?.[1]
        if (file === undefined) throw new Error(`docs/${name}.md shows ${href}, which is not in docs/images`)
        images.push(file)
        return `<img src="/docs/guide/images/${file}" alt="${escape(text)}" loading="lazy">`
      },
      table(token) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          `<tr>${row.map((cell) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`
        const head = cells(token.header, 'th')
        const label = escape(headings.at(-1)?.text ?? 'Table')
        return `<div class="table" role="group" tabindex="0" aria-label="Table: ${label}"><table><thead>${head}</thead><tbody>${token.rows.map((row) => cells(row, 'td')).join('\n')}</tbody></table></div>\n`
      },
      code({ text }) {
        const label = escape(headings.at(-1)?.text ?? 'Code')
        return `<div class="code"><pre tabindex="0" role="group" aria-label="Code: ${label}"><code>${escape(text)}</code></pre></div>\n`
      },
    },
  })
  const html = marked.parser(tokens)
  const paragraph = tokens.find((token) => token.type === 'paragraph')
  const sections = headings.map((heading) => ({ ...heading, body: '', lead: '' }))
  let current = -1
  for (const token of tokens) {
    const section = sections[token.type === 'heading' ? ++current : current]
    if (section === undefined || token.type === 'heading') continue
    if (token.type === 'paragraph' && section.body === '') section.lead = blockText(token)
    if (token.type !== 'space') section.body += `${blockText(token)} `
  }
  return { html, sections, summary: paragraph === undefined ? '' : blockText(paragraph), images }
}

/** The URL of a link as a page of docs/ writes it. */
function guideUrl(href: string, from: string, titles: ReadonlyMap<string, string>): string {
  if (/^(?:https?:|mailto:|#|\/)/.test(href)) return href
  const [, name = '', fragment = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  if (titles.has(name)) return `/docs/guide/${name}${fragment}`
  throw new Error(`docs/${from}.md links to ${href}, which the service does not serve`)
}

/** The ids of headings as GitHub makes them, so that links work there and here. */
function createIds(): (text: string) => string {
  const counts = new Map<string, number>()
  return (text) => {
    const id = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replace(/\s/g, '-')
    const count = counts.get(id) ?? 0
    counts.set(id, count + 1)
    return count === 0 ? id : `${id}-${count}`
  }
}

/** What inline tokens show, without markup. */
function plainText(tokens: readonly Token[] = []): string {
  return tokens
    .map((token) => {
      if (token.type === 'br') return ' '
      const { tokens: inner, text } = token as Tokens.Text
      return inner === undefined ? unescape(text) : plainText(inner)
    })
    .join('')
}

/** What a block shows, on one line. */
function blockText(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [header, ...rows].map((row) => row.map((cell) => plainText(cell.tokens)).join(' ')).join(' ')
  }
  if (token.type === 'list') {
    const { items } = token as Tokens.List
    return items.map((item) => item.tokens.map(blockText).join(' ')).join(' ')
  }
  if (token.type === 'code') return (token as Tokens.Code).text.replace(/\s+/g, ' ')
  const { tokens: inner, text } = token as Tokens.Paragraph
  if (inner === undefined) return text ?? ''
  const isInline = token.type === 'paragraph' || token.type === 'text'
  return (isInline ? plainText(inner) : inner.map(blockText).join(' ')).replace(/\s+/g, ' ')
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
