import { useLayoutEffect, useRef } from 'preact/hooks'
import { applyScheme, createHtmlReader } from '../canvas/index.ts'

export interface EmailFrameProps {
  html: string
  /** Says what the frame holds. */
  title: string
  scheme: 'light' | 'dark'
  /** Hears of the page each time it shows other HTML. */
  onShown?: (page: Document) => void
}

/** HTML of an email in a frame of its own: shown as it is, its links lead nowhere, its code never runs. */
export function EmailFrame({ html, title, scheme, onShown }: EmailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const show = () => {
    const page = frame.current?.contentDocument
    if (page == null || page.URL === 'about:blank') return
    // Elements of the page as the server sent it are exchanged for those of the email.
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
