interface Policy {
  createHTML(html: string): string
  createScriptURL(url: string): string
}
interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy
}

// The only auth scheme which strings become elements or scripts in the editor: what the renderer wrote, and workers of its own.
const rules: Policy = { createHTML: (html) => html, createScriptURL: (url) => url }
const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
const policy = factory?.createPolicy('svc', rules) ?? rules

/** The address of a script of the editor, fit to start a worker with. Throws for one of another origin. */
export function trustScript({ origin, href }: URL): string {
  if (origin !== location.origin) throw new TypeError('A worker of another origin')
  return policy.createScriptURL(href)
}

/** Reads rendered HTML in the canvas's own window: under the editor's policy its inline styles would be refused. */
export interface HtmlReader {
  /** The nodes of a piece; rows and cells of tables may stand by themselves. */
  readNodes(html: string): ChildNode[]
  readPage(html: string): Document
}

/** A reader for the document of the canvas. */
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
