import { cacheSource } from './base-url.ts'
import { createSvc } from './instance/svc.ts'

/** Incremented when the methods of `window.svc` change incompatibly. */
const majorVersion = 1

/** Defines `window.svc`, unless this version has done so before; called while the script runs. */
export function installSvc(): void {
  // A tag manager, a second widget or a page navigation may load the script again while an editor is open.
  if ((window as { svc?: { majorVersion?: unknown } }).svc?.majorVersion === majorVersion) return
  cacheSource((document.currentScript as HTMLScriptElement | null)?.src)
  const value = Object.assign(createSvc(), { createSvc, majorVersion })
  Object.defineProperty(window, 'svc', { value, configurable: true, enumerable: true, writable: true })
}
