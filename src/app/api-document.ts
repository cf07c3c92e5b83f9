import type { AnyElysia } from 'elysia'
import { eventDescriptions } from '../kernel/events/index.ts'
import { type OpenApiDocument, openapiSteps } from '../platform/http/index.ts'
import { introduction } from './api-introduction.ts'
import { version } from './version.ts'

export interface Published {
  /** Public address of the API. */
  baseUrl: string
  /** Prefixes that repeat the operations of the first. */
  without: readonly string[]
}

/** The published contract of an assembled application: every operation once. */
export function describeApi(app: AnyElysia, { baseUrl, without }: Published): Generator<undefined, OpenApiDocument> {
  return openapiSteps(app, {
    title: 'svc',
    version,
    description: introduction,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    contact: { name: 'svc', url: baseUrl },
    servers: [{ url: baseUrl, description: 'This service' }],
    tags: [
      { name: 'templates', description: 'Email templates: library, search, views, trash, generation.' },
      { name: 'permissions', description: 'Who may do what with a template, or with the templates of a folder.' },
      { name: 'versions', description: 'The history of a template: every save, compared, named, restored.' },
      { name: 'locks', description: 'Who edits a template alone, so that two editors never overwrite each other.' },
      { name: 'folders', description: 'The tree of folders that templates are kept in.' },
      {
        name: 'modules',
        description: 'Parts that live in many templates: changed once, shown everywhere, synced or detached.',
      },
      {
        name: 'export',
        description:
          'Templates as files: HTML, AMP, text, MJML, JSON, ZIP, EML, PDF, PNG, and in the tags of mailing systems.',
      },
      {
        name: 'connections',
        description: 'Accounts at mailing systems: stored sealed, tested, and templates pushed to them.',
      },
      {
        name: 'assets',
        description: 'Images and files of the project: upload, find, describe, delete. Their addresses are public.',
      },
      {
        name: 'plugin',
        description:
          'The embedded editor: sessions opened with tokens that your backend signs, and what a session may do with its email. ' +
          'These operations answer under `/plugin` without a prefix too. See the SDK for what runs in the browser.',
      },
      {
        name: 'projects',
        description: 'The project of the key, its plugin credentials, and who may embed its editor.',
      },
      { name: 'api-keys', description: 'The keys of the project: create, list, rotate, revoke.' },
      {
        name: 'jobs',
        description: 'Work that goes on after its call was answered: how far it is, and how to cancel it.',
      },
      {
        name: 'webhooks',
        description:
          'Subscriptions to what happens in the project, signed as Standard Webhooks has it. These operations answer under ' +
          '`/webhooks` without a prefix too.',
      },
      { name: 'verification', description: 'Whether mail to an address arrives, why, and how sure that is.' },
      { name: 'intelligence', description: 'What can be found out about organisations and their addresses.' },
      { name: 'account', description: 'What the company may still verify this month, and what the project has spent.' },
      { name: 'delivery', description: 'What the CDN host answers: temporary downloads and public images.' },
    ],
    webhooks: eventDescriptions.map(({ name, summary, schema }) => ({
      name,
      summary,
      description: 'Answer with any 2xx within 15 seconds, then do the work; the same `webhook-id` may arrive again.',
      payload: schema,
    })),
    without,
  })
}
