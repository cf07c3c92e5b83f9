/**
 * The HTTP layer: authenticates, reads and validates every request, writes every failure in one shape, and describes the
 * operations as OpenAPI. Uses identity for authentication, storage for rows, log and metrics for records. Start at http.ts;
 * a slice's routes.ts needs only `http.surface(tag)`. entry/ reads requests, access/ authorizes them, response/ writes
 * responses, once.ts replays stored responses, openapi/ describes operations, reference/ serves the API reference.
 */
export {
  type Http,
  type HttpConfig,
  type HttpDeps,
  type ShownFailure,
  type TakeClientQuota,
  type TakeQuota,
  createHttp,
} from './http.ts'
export type { BrowserSessions } from './access/own-page.ts'
export type { BearerTokens } from './access/bearer.ts'
export type { AuthScheme } from './auth-scheme.ts'
export type { OnceOfRequest, SurfaceOptions } from './surface.ts'
export type { DraftHeaders } from './draft.ts'
export type { AuthorizeReplay, Once, OnceContext } from './once.ts'
export type { StreamedEvent } from './response/event-stream.ts'
export type { Handler } from './handler.ts'
export type { CallObserver, ObservedCall } from './observer.ts'
export type { RecordedRequest, RequestRecorder } from './recorded-request.ts'
export type { OperationInput } from './operation-input.ts'
export { writtenJson } from './draft.ts'
export { type AddressSource, actAs, markUnrestricted, methodOf, peerAddress, requestId } from './exchange.ts'
export { workContext } from './work-context.ts'
export { type Rate, createMemoryLimiter } from './access/rate-limit.ts'
export { type FormFile, readForm } from './entry/form.ts'
export { takeWritable } from './entry/read-only.ts'
export { type HeldFile, formFiles } from './entry/form-files.ts'
export { isGzip, unpackGzip } from './entry/gzip.ts'
export { visitSealedResponses } from './store.ts'
export { signCursorsWith } from './response/cursor.ts'
export { type PageQuery, idAfter, readCreatedPage, readPage } from './response/page.ts'
export { acceptsGzip } from './response/compression.ts'
export { checkIfMatch, digestOf, etagOf, isUnchanged, revisionTag } from './response/etag.ts'
export { openapiDocument, openapiSteps } from './openapi/document.ts'
export type { ApiInfo, OpenApiDocument, WebhookInfo } from './openapi/model.ts'
export { packReference } from './reference/bundle.ts'
export { type PackedDocument, type ReferenceReader, referenceRoutes } from './reference/routes.ts'
export { healthRoutes } from './health.ts'
export { isLocalRequest } from './local-request.ts'
