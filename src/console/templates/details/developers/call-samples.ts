import { type Program, fillCall } from '../../../programs/fill-call.ts'
import type { Json } from '../../../programs/literals.ts'

interface CallSubject {
  /** Base URL without a trailing slash. */
  baseUrl: string
  templateId: string
  data: Json
}

/** Programs that generate one email, for curl and each client library. */
export function callSamples({ baseUrl, templateId, data }: CallSubject): Program[] {
  const body = JSON.stringify({ template_id: templateId, data }, null, 2)
  const curl = `curl ${baseUrl}/v1/templates/generate \\
  -H 'Svc-Api-Auth: svc_…' -H 'Content-Type: application/json' \\
  -d '${body.replaceAll("'", String.raw`'\''`)}'`
  return [{ title: 'curl', code: curl }, ...fillCall('templates.generate', { baseUrl, templateId, data })]
}
