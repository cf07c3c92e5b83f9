/** The module form of the custom element that the service serves: it knows its own URL. */
import { cacheSource } from './base-url.ts'

cacheSource(import.meta.url)
export * from './wrappers/element.ts'
