import { join } from 'node:path'
import type { AnyElysia } from 'elysia'
import { eventDescriptions } from '../kernel/events/index.ts'
import { type OpenApiDocument, type PackedDocument, openapiSteps } from '../platform/http/index.ts'
import { introduction } from './api-introduction.ts'
import { version } from './version.ts'

const title = 'svc'

/** Where the executable holds the document, below dist/public. */
export const packedApi = 'docs/openapi.json.gz'

/** The public URL in the document of a build, in place of that of the service. */
export const buildUrl = 'https://base-url.invalid'

/** The document that the build made, under this public URL; undefined without a build. */
export async function readPackedApi(baseUrl: string): Promise<PackedDocument | undefined> {
  if (!Bun.isStandaloneExecutable) return undefined
  const packed = await Bun.file(join(import.meta.dir, 'public', packedApi)).bytes()
  return { text: ofService(new TextDecoder().decode(Bun.gunzipSync(packed)), baseUrl), title }
}

/** The text of the document of a build under this public URL. */
export function ofService(text: string, baseUrl: string): string {
  return text.replaceAll(buildUrl, () => JSON.stringify(baseUrl).slice(1, -1))
}

export interface Published {
  /** Public URL of the API. */
  baseUrl: string
  /** Path prefixes that repeat the operations of the first one. */
  without: readonly string[]
}

/** The published OpenAPI document of an application, each operation once. */
export function describeApi(app: AnyElysia, { baseUrl, without }: Published): Generator<undefined, OpenApiDocument> {
  return openapiSteps(app, {
    title,
    version,
    // The URL of the guides' examples, in place of which readers need that of their service.
    description: introduction.replaceAll('http://localhost:3009', baseUrl),
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    contact: { name: 'svc', url: baseUrl },
    servers: [{ url: baseUrl, description: 'This service' }],
    tags: [
      { name: 'templates', description: 'Email templates: library, search, views, trash, generation.' },
      { name: 'permissions', description: 'Permissions of templates and folders.' },
      { name: 'versions', description: 'Versions of a template: list, compare, label, restore.' },
      {
        name: 'releases',
        description: 'Releases of a template: publish, schedule, roll back, compare with the draft.',
      },
      {
        name: 'reviews',
        description: 'Reviews of drafts: request, approve, reject, revoke; links for reviewers without an account.',
      },
      { name: 'comments', description: 'Comments on templates: on the whole email, a block, or as part of a review.' },
      { name: 'locks', description: 'Edit locks, which prevent two editors from overwriting each other.' },
      { name: 'folders', description: 'The folder tree of templates.' },
      { name: 'recipients', description: 'Sample recipients: whose data previews of emails show.' },
      {
        name: 'modules',
        description: 'Content that many templates share: change it once, sync or detach its instances.',
      },
      {
        name: 'export',
        description:
          'Templates as files: HTML, AMP, text, MJML, JSON, ZIP, EML, PDF, PNG, and with the merge tags of ESPs.',
      },
      {
        name: 'dmarc',
        description:
          'Sending domains: what they publish for DMARC, the reports about their mail, and what they add up to.',
      },
      {
        name: 'amp',
        description:
          'Senders of dynamic email: preflights of their messages, and their registration at the providers that show AMP.',
      },
      {
        name: 'connections',
        description: 'Accounts at ESPs: credentials are stored encrypted and tested; templates are pushed to them.',
      },
      {
        name: 'assets',
        description: 'Images and files of the project: upload, find, describe, delete. Their URLs are public.',
      },
      {
        name: 'plugin',
        description:
          'The embedded editor: sessions opened with tokens that your backend signs, and what a session may do with its email. ' +
          'These operations are also available under `/plugin` without a prefix. The SDK runs in the browser.',
      },
      {
        name: 'projects',
        description: 'The project of the key, its plugin credentials and allowed origins.',
      },
      { name: 'api-keys', description: 'The keys of the project: create, list, rotate, revoke.' },
      {
        name: 'jobs',
        description: 'Background jobs: progress, results and cancellation.',
      },
      {
        name: 'webhooks',
        description:
          'Subscriptions to events of the project, signed by the Standard Webhooks specification. These operations are also available under ' +
          '`/webhooks` without a prefix.',
      },
      { name: 'verification', description: 'Whether an email address is deliverable, with reason and confidence.' },
      { name: 'intelligence', description: 'Email address patterns of organizations, and information about domains.' },
      {
        name: 'account',
        description: 'Remaining verification credits of the company, and the credits that the project spent.',
      },
      { name: 'delivery', description: 'The CDN host: temporary downloads and public images.' },
    ],
    webhooks: eventDescriptions.map(({ name, summary, schema }) => ({
      name,
      summary,
      description:
        'Respond with any 2xx within 15 seconds, then process the event; the same `webhook-id` may arrive again.',
      payload: schema,
    })),
    without,
  })
}
