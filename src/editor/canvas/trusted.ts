interface Policy {
  createHTML(html: string): string
  createScriptURL(url: string): string
}
interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy
}

// The only Trusted Types policy of the editor: HTML of the renderer, and its own worker scripts.
const rules: Policy = { createHTML: (html) => html, createScriptURL: (url) => url }
const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
const policy = factory?.createPolicy('svc', rules) ?? rules

/** Trusts the URL of a worker script of the editor. Throws for another origin. */
export function trustScript({ origin, href }: URL): string {
  if (origin !== location.origin) throw new TypeError('A worker of another origin')
  return policy.createScriptURL(href)
}

/** Parses rendered HTML in the window of the canvas; the policy of the editor's window would drop inline styles. */
export interface HtmlReader {
  /** Parses a fragment; table rows and cells do not need a surrounding table. */
  readNodes(html: string): ChildNode[]
  readPage(html: string): Document
}

export function createHtmlReader(canvas: Document): HtmlReader {
  const template = canvas.createElement('template')
  const parser = new (canvas.defaultView as Window & typeof globalThis).DOMParser()
  return {
    readNodes(html) {
      template.innerHTML = policy.createHTML(html)
      const nodes = [...template.content.childNodes]
      template.content.replaceChildren()
      return nodes
    },
    readPage: (html) => parser.parseFromString(policy.createHTML(html), 'text/html'),
  }
}
