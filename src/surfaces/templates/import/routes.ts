import { type Http, workContext } from '../../../platform/http/index.ts'
import { type ImportDeps, importErrors, type ThumbnailLinks } from '../template/index.ts'
import { ImportEmail, ImportedEmail } from './contract.ts'
import { keepEmail, readEmail } from './import.ts'
import { underLocks } from '../../../platform/storage/index.ts'

/** The email is parsed before a transaction opens, in a worker unless it is small. */
export function importRoutes({
  http,
  workers,
  cdnUrl,
  storeImage,
  links,
  fontFolder,
}: ImportDeps & { http: Http; links: ThumbnailLinks; fontFolder: string }) {
  return http.surface('templates').post(
    '/templates/import',
    async ({ caller, body, once, request }) => {
      const work = workContext(request)
      const imported = await readEmail(body, {
        workers: workers.forCaller(work),
        cdnUrl,
        ...(body.compare === false ? {} : { fontFolder }),
        // Without a name nothing is stored.
        ...(body.name === undefined ? {} : { storeImage: (image) => storeImage(caller, work, image) }),
      })
      const { template, ...rest } = await once((db) => keepEmail(db, caller, body, imported))
      return { ...rest, ...(template === undefined ? {} : { template: links.sign(template) }) }
    },
    {
      id: 'templates.import',
      summary: 'Import an email',
      description:
        'Converts HTML, MJML, or a saved Unlayer or Beefree design to a document of native blocks. Content that no block ' +
        'can represent is kept as HTML, byte for byte, and reported. With a name, a template is created (see Location) ' +
        'and embedded images become assets. HTML is compared with the result as displayed, on a desktop and a phone.',
      scope: 'templates:write',
      once: underLocks,
      location: '/v1/templates/{template.id}',
      body: ImportEmail,
      response: { 200: ImportedEmail },
      errors: ['FOLDER_NOT_FOUND', 'PERMISSION_DENIED', ...importErrors],
    },
  )
}
