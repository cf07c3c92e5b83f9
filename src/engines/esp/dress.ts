import type { Provider } from './provider.ts'

/** Something that a provider asks of an email and that is not in it. */
export interface Missing {
  /** One of these has to stand in it. */
  tags: readonly string[]
}

/** The page as the provider takes it: what counts openings, and a style sheet whose braces are no tags. */
export function dressPage(html: string, provider: Provider): string {
  const dressed = guardStyles(html, provider.family)
  const { append = [] } = provider
  const end = dressed.lastIndexOf('</body>')
  return append.length === 0 || end < 0 ? dressed : dressed.slice(0, end) + append.join('') + dressed.slice(end)
}

/** What the provider requires and does not find. */
export function missingIn(html: string, { required = [] }: Provider): Missing[] {
  const names = (tag: string) => tag.replace(/\s+/g, '').replace(/^<([a-z]+)>$/, '<$1')
  const squeezed = html.replace(/\s+/g, '')
  return required.filter((tags) => !tags.some((tag) => squeezed.includes(names(tag)))).map((tags) => ({ tags }))
}

function guardStyles(html: string, family: string): string {
  if (family === 'smarty') return html.replace(/(<style[^>]*>)([\s\S]*?)(<\/style>)/g, '$1{literal}$2{/literal}$3')
  // A brace with a space after it is no tag there.
  if (family === 'zephyr' || family === 'single-curly' || family === 'mautic') {
    return html.replace(
      /(<style[^>]*>)([\s\S]*?)(<\/style>)/g,
      (_all, open: string, css: string, close: string) => open + css.replace(/\{(?=\S)/g, '{ ') + close,
    )
  }
  return html
}
