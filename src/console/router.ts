import { type ReadonlySignal, signal } from '@preact/signals'

export interface PageUrl {
  path: string
  query: URLSearchParams
}

/** The URL of the console as a signal. */
export interface Router {
  url: ReadonlySignal<PageUrl>
  /** `replace` overwrites the entry of the history, for filters that change while typing. */
  go(to: string, options?: { replace?: boolean }): void
}

/** Follows links to `owns` paths without loading a page; other links, and those with a modifier key, are left to the browser. */
export function createRouter(window: Window, owns: (path: string) => boolean): Router {
  const { document, history, location } = window
  const read = (): PageUrl => ({ path: location.pathname, query: new URLSearchParams(location.search) })
  const url = signal(read())
  const show = () => {
    url.value = read()
  }
  const go: Router['go'] = (to, { replace = false } = {}) => {
    history[replace ? 'replaceState' : 'pushState'](null, '', to)
    show()
  }
  window.addEventListener('popstate', show)
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || link.target !== '' || link.hasAttribute('download') || event.defaultPrevented) return
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    if (link.origin !== location.origin || !owns(link.pathname) || link.hash !== '') return
    event.preventDefault()
    if (link.href !== location.href) go(link.href)
  })
  return { url, go }
}
