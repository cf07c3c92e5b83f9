/**
 * Client of the svc REST API: one method for each operation of the OpenAPI document, with types. It has no dependencies and
 * runs on Node 18, Bun, Deno and edge runtimes. `verifyWebhook` and `signPluginToken` are for servers that receive events and
 * embed the editor.
 */
export * from './errors.ts'
export * from './generated/client.ts'
export type * from './generated/models.ts'
export type { ClientOptions, RequestOptions, ResponseDetails, Transport, TransportRequest } from './options.ts'
export { signPluginToken } from './plugin-token.ts'
export type { Download, ServerEvent } from './streams.ts'
export type { Upload } from './upload.ts'
export { verifyWebhook } from './webhooks.ts'
