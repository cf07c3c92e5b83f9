import type { Port } from '../../../sdk/browser/protocol/index.ts'

/**
 * Window messages with the page around this one, as a port. What goes out is marked `svc: 'editor'` and goes to allowed origins only;
 * what comes in is taken from the parent window and an allowed origin only, and has to be a call: `{ svc: 'call', id, name, args }`.
 */
export function openParentPort(allowed: readonly string[]): Port {
  const everywhere = allowed.includes('*')
  const parent = location.ancestorOrigins?.[0]
  // A browser that names the parent's origin is spared a warning for every other one.
  const isKnown = parent !== undefined && (everywhere ? parent !== 'null' : allowed.includes(parent))
  const targets = isKnown ? [parent] : allowed

  const port: Port = {
    onmessage: null,
    postMessage(message) {
      for (const target of targets) window.parent.postMessage({ svc: 'editor', ...Object(message) }, target)
    },
    close: () => removeEventListener('message', receive),
  }

  function receive(event: MessageEvent<unknown>): void {
    const { data, origin, source } = event
    if (source !== window.parent || !(everywhere || allowed.includes(origin))) return
    const { svc, id, name } = Object(data) as Record<string, unknown>
    if (svc === 'call' && typeof id === 'number' && typeof name === 'string') port.onmessage?.(event)
  }

  addEventListener('message', receive)
  return port
}
