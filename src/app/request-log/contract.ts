import { type Static, Type } from '@sinclair/typebox'
import { Instant, Nullable, closed, literals, pageOf, pageQuery } from '../../kernel/schema/index.ts'

const Text = Type.String({ minLength: 1, maxLength: 100 })

const filters = {
  status: Type.Optional(literals(['2xx', '3xx', '4xx', '5xx'])),
  key_id: Type.Optional(Text),
  operation: Type.Optional(Text),
  request_id: Type.Optional(Text),
}

export const RequestQuery = closed(filters)
export type RequestQuery = Static<typeof RequestQuery>

export const ListRequests = closed({ ...pageQuery, ...filters })
export type ListRequests = Static<typeof ListRequests>

const LoggedRequest = closed({
  id: Type.String(),
  at: Instant,
  method: Type.String(),
  operation: Type.String(),
  status: Type.Integer(),
  duration_ms: Type.Number(),
  request_id: Type.String(),
  /** `name` and `prefix` are null for a key that was deleted. */
  key: closed({ id: Type.String(), name: Nullable(Type.String()), prefix: Nullable(Type.String()) }),
  /** Error code of the response. */
  code: Nullable(Type.String()),
  /** JSON Pointer of the first issue. */
  field: Nullable(Type.String()),
})
export type LoggedRequest = Static<typeof LoggedRequest>

export const LoggedRequestPage = pageOf(LoggedRequest, { title: 'LoggedRequestPage' })
export type LoggedRequestPage = Static<typeof LoggedRequestPage>
