/** The script tag form: defines `window.svc` on load. */
import { rememberSource } from './base-url.ts'
import { createSvc } from './instance/svc.ts'

rememberSource((document.currentScript as HTMLScriptElement | null)?.src)
Object.defineProperty(window, 'svc', { value: createSvc(), configurable: true, enumerable: true, writable: true })
