import { Parser } from 'htmlparser2'

/** A URL that an AMP part requests while it is open. */
export interface Endpoint {
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** The element that requests it, such as `amp-list`. */
  readonly element: string
}

export interface PartContent {
  /** Visible text, without that of templates, which mail clients fill in. */
  readonly text: string
  /** Text of `template` elements with their tags. */
  readonly templateText: string
  readonly links: readonly { readonly href: string; readonly text: string }[]
  /** In order, each once. */
  readonly endpoints: readonly Endpoint[]
}

const invisible = new Set(['style', 'script', 'title', 'noscript'])
const blocks = new Set('p div td th tr li h1 h2 h3 h4 h5 h6 br table section'.split(' '))
/** Elements with the attribute of their URL: amp.dev, CORS in AMP for Email. */
const requesting: Readonly<Record<string, string>> = {
  'amp-list': 'src',
  'amp-autocomplete': 'src',
  'amp-state': 'src',
  form: 'action-xhr',
}

/** Reads HTML or AMP of any size without recursion. */
export function readPart(html: string): PartContent {
  const reading = new Reading()
  const parser = new Parser(reading, { lowerCaseTags: true, lowerCaseAttributeNames: true, decodeEntities: true })
  parser.write(html)
  parser.end()
  return reading.content()
}

class Reading {
  readonly #links: { href: string; text: string }[] = []
  readonly #endpoints = new Map<string, Endpoint>()
  #text = ''
  #templateText = ''
  #invisible = 0
  #templates = 0
  #link: { href: string; text: string } | undefined

  onopentag(name: string, attributes: Record<string, string>): void {
    if (invisible.has(name)) this.#invisible++
    if (name === 'template') this.#templates++
    if (blocks.has(name)) this.ontext(' ')
    if (name === 'a' && attributes['href'] !== undefined) {
      this.#link = { href: attributes['href'].trim(), text: '' }
      this.#links.push(this.#link)
    }
    if ((name === 'img' || name === 'amp-img') && attributes['alt'] !== undefined) this.ontext(` ${attributes['alt']} `)
    this.#noteEndpoint(name, attributes)
  }

  ontext(text: string): void {
    if (this.#invisible > 0) return
    if (this.#templates > 0) this.#templateText += text
    else this.#text += text
    if (this.#link !== undefined) this.#link.text += text
  }

  onclosetag(name: string): void {
    if (invisible.has(name)) this.#invisible = Math.max(0, this.#invisible - 1)
    if (name === 'template') this.#templates = Math.max(0, this.#templates - 1)
    if (name === 'a') this.#link = undefined
    if (blocks.has(name)) this.ontext(' ')
  }

  content(): PartContent {
    return {
      text: this.#text,
      templateText: this.#templateText,
      links: this.#links,
      endpoints: [...this.#endpoints.values()],
    }
  }

  #noteEndpoint(element: string, attributes: Record<string, string>): void {
    const url = attributes[requesting[element] ?? '']?.trim()
    // `amp-state:name` and `amp-script:name` are sources inside the document.
    if (url === undefined || url === '' || /^amp-(?:state|script):/i.test(url)) return
    const method = element === 'form' && attributes['method']?.toUpperCase() === 'POST' ? 'POST' : 'GET'
    this.#endpoints.set(`${method} ${url}`, { url, method, element })
  }
}
