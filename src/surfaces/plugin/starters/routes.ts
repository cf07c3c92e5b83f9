import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type Http, digestOf } from '../../../platform/http/index.ts'
import type { Vault } from '../../../platform/identity/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { createThumbnailLinks, listTemplates, loadDocument } from '../../templates/index.ts'
import type { Admission } from '../admission.ts'
import { showModules } from '../content/shown.ts'
import { EditorStarter, EditorStarterList, EditorStarterParams, starterTag } from './contract.ts'

export interface StarterRouteDeps {
  http: Http
  admission: Admission
  store: Store
  vault: Vault
  cdnUrl: string
}

/** Routes of the templates that an empty email offers: public ones, and those of the project with the tag. */
export function starterRoutes({ http, admission, store, vault, cdnUrl }: StarterRouteDeps) {
  const links = createThumbnailLinks(vault, { cdnUrl, nowMs: () => store.read.nowMs() })
  // A private template would disclose the content of another email.
  const isBound = (request: Request) => admission.visitOf(request).user.emailId !== undefined
  const limit = limits.editorStarters
  return http
    .surface('plugin', { errors: 'plugin', crossOrigin: false })
    .get(
      '/plugin/starters',
      async ({ caller, request }) => {
        const own = isBound(request)
          ? undefined
          : await listTemplates(store.read, caller, { tag: [starterTag], sort: 'name', limit })
        const common = await listTemplates(store.read, caller, { visibility: 'public', sort: 'name', limit })
        const shown = [...(own?.data ?? []), ...common.data].map((template) => {
          const { id, name, public: isPublic, thumbnail_url: thumbnailUrl } = links.sign(template)
          return { id, name, isPublic, thumbnailUrl }
        })
        return { data: shown, hasMore: own?.page.has_more === true }
      },
      {
        id: 'plugin.listStarters',
        summary: 'List the starters',
        description:
          `Templates that an empty email can begin with: first those of the project with the tag \`${starterTag}\`, at most ` +
          `${limit}, then public ones, both by name. If the token is bound to one email, only public ones.`,
        admit: admission.editor,
        response: { 200: EditorStarterList },
      },
    )
    .get(
      '/plugin/starters/:id',
      async ({ caller, params, request }) => {
        const { template, document } = await loadDocument(store.read, caller, params.id)
        const isOffered = template.isPublic || (!isBound(request) && template.tags.includes(starterTag))
        if (!isOffered) fail('TEMPLATE_NOT_FOUND')
        return { document, modules: await showModules(store.read, caller, document) }
      },
      {
        id: 'plugin.getStarter',
        summary: 'Get a starter',
        description: 'The document of a template that `plugin.listStarters` lists.',
        admit: admission.editor,
        etag: digestOf,
        params: EditorStarterParams,
        response: { 200: EditorStarter },
        errors: ['TEMPLATE_NOT_FOUND'],
      },
    )
}
