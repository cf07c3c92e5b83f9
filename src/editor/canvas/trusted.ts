interface Policy {
  createHTML(html: string): string
}
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML(html: string): string }): Policy
}

// The only way in which strings become elements in the editor; what comes here was written by the renderer.
const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
const policy = factory?.createPolicy('svc', { createHTML: (html) => html }) ?? { createHTML: (html: string) => html }

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
