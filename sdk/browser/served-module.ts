/** The module form as the service serves it: knows where it came from. */
import { cacheSource } from './base-url.ts'

cacheSource(import.meta.url)
export * from './index.ts'
export { default } from './index.ts'
