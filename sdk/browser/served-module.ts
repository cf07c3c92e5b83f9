/** The module form as the service serves it: knows where it came from. */
import { rememberSource } from './base-url.ts'

rememberSource(import.meta.url)
export * from './index.ts'
export { default } from './index.ts'
