import type { TSchema } from '@sinclair/typebox'

/** A JSON value of the document. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
export type JsonObject = { [name: string]: Json }

/** A message the service sends by itself, for the `webhooks` section. */
export type WebhookInfo = {
  /** Event type, `template.created`. */
  name: string
  summary: string
  description: string
  payload: TSchema
}

export type ApiInfo = {
  title: string
  version: string
  description: string
  license: { name: string; identifier: string }
  contact?: { name?: string; url?: string; email?: string }
  servers: readonly { url: string; description: string }[]
  /** In the order in which they should be shown; every tag that an operation has must be here. */
  tags: readonly { name: string; description: string }[]
  /** Prefixes whose operations are the same as others: left out, so that every operationId is there once. */
  without?: readonly string[]
  webhooks?: readonly WebhookInfo[]
}

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = {
  openapi: string
  info: JsonObject
  servers: JsonObject[]
  tags: JsonObject[]
  paths: Record<string, Record<string, JsonObject>>
  webhooks?: Record<string, Record<string, JsonObject>>
  components: Record<string, JsonObject>
}
