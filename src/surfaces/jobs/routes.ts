import { type Http, digestOf } from '../../platform/http/index.ts'
import { Job, JobParams } from './contract.ts'
import { type JobDeps, createProjectJobs } from './jobs.ts'

export interface JobRouteDeps extends JobDeps {
  http: Http
}

/** Routes below `/jobs`. */
export function jobRoutes({ http, ...parts }: JobRouteDeps) {
  const jobs = createProjectJobs(parts)
  return http
    .surface('jobs')
    .get('/jobs/:id', ({ caller, params }) => jobs.get(caller, params.id), {
      id: 'jobs.get',
      summary: 'Get one job',
      description: `Status and progress of a long operation: the \`job_id\` of an export, a push or a batch. ${whoSees}`,
      scope: 'any',
      etag: digestOf,
      params: JobParams,
      response: { 200: Job },
      errors: ['JOB_NOT_FOUND'],
    })
    .get(
      '/jobs/:id/events',
      async ({ caller, params, request }) => http.streamEvents(request, await jobs.watch(caller, params.id)),
      {
        id: 'jobs.watch',
        summary: 'Watch a job',
        description:
          'Server-Sent Events: the current state immediately, then every change as `event: progress`, and finally one ' +
          'event named `completed`, `failed` or `cancelled`, after which the stream ends. `data` is a Job as JSON. While ' +
          'nothing happens, comments keep the connection alive. A new connection starts with the current state. ' +
          `Deprecated: an event \`done\` follows \`completed\`, with the same data. ${whoSees}`,
        scope: 'any',
        params: JobParams,
        responses: {
          200: { description: 'The events.', content: { 'text/event-stream': { schema: events } } },
        },
        errors: ['JOB_NOT_FOUND'],
      },
    )
    .post('/jobs/:id/cancel', ({ caller, params }) => jobs.cancel(caller, params.id), {
      id: 'jobs.cancel',
      summary: 'Cancel a job',
      description:
        'Cancels an export, a push, a batch or any other long operation by its `job_id`. No further attempt starts, the ' +
        `result of a running attempt is discarded, and unused credits are returned. ${whoSees}`,
      scope: 'any',
      params: JobParams,
      response: { 200: Job },
      errors: ['JOB_NOT_FOUND', 'JOB_FINISHED'],
    })
}

const whoSees = 'Requires the scope of the operation that started the job.'

const events = {
  type: 'string' as const,
  examples: ['id: 1\nevent: progress\ndata: {"id":"job_01jd7q2v5w8x3y4z6a7b9c0d1e","status":"running"}\n\n'],
}
