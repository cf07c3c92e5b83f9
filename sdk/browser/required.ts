/** The SDK for `require`, which answers the editor of the page itself, and with it what modules export by name. */
import svc, { SvcError, createSvc } from './index.ts'

/** `module`, by a name at which the bundler adds nothing. */
declare const required: { exports: unknown }
required.exports = Object.assign(svc, { default: svc, SvcError, createSvc, __esModule: true })
