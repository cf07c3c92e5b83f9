/** The script tag form: defines `window.svc` on load, unless this version has done so before. */
import { cacheSource } from './base-url.ts'
import { createSvc } from './instance/svc.ts'

/** Incremented when the methods of `window.svc` change incompatibly. */
const majorVersion = 1

// A tag manager, a second widget or a page navigation may load the script again while an editor is open.
if ((window as { svc?: { majorVersion?: unknown } }).svc?.majorVersion !== majorVersion) {
  cacheSource((document.currentScript as HTMLScriptElement | null)?.src)
  const value = Object.assign(createSvc(), { createSvc, majorVersion })
  Object.defineProperty(window, 'svc', { value, configurable: true, enumerable: true, writable: true })
}
