import type { TSchema } from '@sinclair/typebox'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
export type JsonObject = { [name: string]: Json }

/** A message that the service sends on its own, for the `webhooks` section. */
export type WebhookInfo = {
  /** Event type, such as `template.created`. */
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
  /** In display order; must include the tag of every operation. */
  tags: readonly { name: string; description: string }[]
  /** Path prefixes of operations that duplicate others: omitted, so that every operationId is unique. */
  without?: readonly string[]
  webhooks?: readonly WebhookInfo[]
}

export type OpenApiDocument = {
  openapi: string
  info: JsonObject
  servers: JsonObject[]
  tags: JsonObject[]
  paths: Record<string, Record<string, JsonObject>>
  webhooks?: Record<string, Record<string, JsonObject>>
  components: Record<string, JsonObject>
}
