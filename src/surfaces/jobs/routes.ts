import type { Http } from '../../platform/http/index.ts'
import { Job, JobParams } from './contract.ts'
import { type JobParts, createProjectJobs } from './jobs.ts'

export interface JobRouteParts extends JobParts {
  http: Http
}

/** The routes of the job surface, from `/jobs` on. */
export function jobRoutes({ http, ...parts }: JobRouteParts) {
  const jobs = createProjectJobs(parts)
  return http
    .surface('jobs')
    .get('/jobs/:id', ({ caller, params }) => jobs.get(caller, params.id), {
      id: 'jobs.get',
      summary: 'Get one job',
      description: `How long work stands that another operation began. ${whoSees}`,
      scope: 'any',
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
          'Server-Sent Events: how the job stands at once, then every change as `event: progress`, and at the end one ' +
          'event named `done`, `failed` or `cancelled`, after which the stream ends. `data` is a Job as JSON. While ' +
          `nothing happens a comment comes now and then. Who connects again hears how it stands then. ${whoSees}`,
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
      description: `It begins no further attempt, and what a running one still answers has no effect. ${whoSees}`,
      scope: 'any',
      params: JobParams,
      response: { 200: Job },
      errors: ['JOB_NOT_FOUND', 'JOB_FINISHED'],
    })
}

const whoSees = 'The key needs the scope of the operation that began the job.'

const events = {
  type: 'string' as const,
  examples: ['id: 1\nevent: progress\ndata: {"id":"job_01jd7q2v5w8x3y4z6a7b9c0d1e","status":"running"}\n\n'],
}
