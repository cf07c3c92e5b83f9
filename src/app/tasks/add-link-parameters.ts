import * as formats from '../../email/formats/index.ts'

/** HTML with the parameters in its web links. */
export function addLinkParameters({ html, parameters }: { html: string; parameters: formats.Parameter[] }): string {
  return formats.addLinkParameters(html, parameters)
}
