import type { ErrorResponse, Theme } from '../protocol/index.ts'

/**
 * Explains why there is no editor where it cannot do so itself: the service does not respond, or forbids this page. In
 * system colors, and without markup, so that every content security policy allows it.
 */
export function createErrorPage(
  { code, details, isRecoverable }: ErrorResponse,
  retry: () => Promise<void>,
  theme: Theme = 'light',
): HTMLElement {
  const page = element('div', '')
  page.role = 'alert'
  page.style.cssText = `color-scheme:${theme};display:grid;place-content:center;justify-items:center;gap:12px;box-sizing:border-box;height:100%;min-height:240px;padding:24px;text-align:center;overflow-wrap:anywhere;font:15px/1.5 system-ui;background:Canvas;color:CanvasText`
  const reason =
    code === 'INVALID_CONFIG' ? 'This page may not show it.' : 'The service does not respond. Check your connection.'
  page.append(
    element('b', 'The email editor cannot be opened'),
    element('span', reason),
    element('small', details ?? ''),
  )
  if (!isRecoverable) return page
  const button = element('button', 'Try again')
  button.style.cssText = 'padding:10px 20px;font:inherit'
  // The failure is emitted.
  button.onclick = () => void retry().catch(() => undefined)
  page.append(button)
  return page
}

function element(name: string, text: string): HTMLElement {
  return Object.assign(document.createElement(name), { textContent: text })
}
