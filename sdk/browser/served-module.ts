/** The module form that the service serves: it knows its own URL. */
import { cacheSource } from './base-url.ts'

cacheSource(import.meta.url)
export * from './index.ts'
export { default } from './index.ts'
