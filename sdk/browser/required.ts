/** The CommonJS form: `require` returns the default editor with the named exports as members. */
import svc, { SvcError, createSvc } from './index.ts'

/** `module`, under a name that the bundler does not wrap. */
declare const required: { exports: unknown }
required.exports = Object.assign(svc, { default: svc, SvcError, createSvc, __esModule: true })
