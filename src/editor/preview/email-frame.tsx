import { useLayoutEffect, useRef } from 'preact/hooks'
import { applyScheme, createHtmlReader } from '../canvas/index.ts'

export interface EmailFrameProps {
  html: string
  /** Accessible name of the frame. */
  title: string
  scheme: 'light' | 'dark'
  /** Called with the page when other HTML is shown. */
  onShown?: (page: Document) => void
}

/** HTML of an email in a sandboxed frame; links and scripts do not work. */
export function EmailFrame({ html, title, scheme, onShown }: EmailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const show = () => {
    const page = frame.current?.contentDocument
    if (page == null || page.URL === 'about:blank') return
    // Replaces the elements of the blank page by those of the email.
    const rendered = createHtmlReader(page).readPage(html).documentElement
    page.replaceChild(page.adoptNode(rendered), page.documentElement)
    applyScheme(page, scheme)
    page.onclick = (event) => event.preventDefault()
    page.onsubmit = (event) => event.preventDefault()
    onShown?.(page)
  }
  useLayoutEffect(show, [html, scheme])
  return (
    <iframe
      ref={frame}
      class="svc-email-frame"
      title={title}
      src="/editor/canvas"
      sandbox="allow-same-origin allow-scripts"
      onLoad={show}
    />
  )
}
