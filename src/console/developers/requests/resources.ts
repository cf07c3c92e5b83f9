/** A resource of `/v1/console/requests`, which only the console calls (app/request-log/contract.ts). */
export interface LoggedRequest {
  id: string
  at: string
  method: string
  operation: string
  status: number
  duration_ms: number
  request_id: string
  key: { id: string; name: string | null; prefix: string | null }
  code: string | null
  /** JSON Pointer of the first issue. */
  field: string | null
}
