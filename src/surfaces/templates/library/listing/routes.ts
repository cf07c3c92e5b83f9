import type { ThumbnailLinks } from '../../template/index.ts'
import type { Http } from '../../../../platform/http/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Store } from '../../../../platform/storage/index.ts'
import {
  CountsQuery,
  FavoritesQuery,
  FilterCounts,
  InFolderParams,
  InFolderQuery,
  type ListQuery,
  MineQuery,
  PublicQuery,
  SearchPage,
  SearchQuery,
  TemplatePage,
} from './contract.ts'
import { countFilters } from './counts.ts'
import { listTemplates, searchTemplates } from './listing.ts'

interface ListingDeps {
  http: Http
  store: Store
  links: ThumbnailLinks
}

export function listingRoutes({ http, store, links }: ListingDeps) {
  const list = async (caller: Caller, query: ListQuery) => {
    const { data, page } = await listTemplates(store.read, caller, query)
    return { data: data.map(links.sign), page }
  }
  return http
    .surface('templates')
    .get('/templates/public', ({ caller, query }) => list(caller, { ...query, visibility: 'public' }), {
      id: 'templates.listPublic',
      summary: 'List public templates',
      description: 'Templates that are included with the service. Every project can read and duplicate them.',
      scope: 'templates:read',
      query: PublicQuery,
      response: { 200: TemplatePage },
      errors: ['INVALID_CURSOR'],
    })
    .get('/templates/my', ({ caller, query }) => list(caller, { ...query, visibility: 'mine' }), {
      id: 'templates.listMine',
      summary: 'List the project’s templates',
      description: 'Templates of the project, latest change first. `status=trash` lists deleted templates.',
      scope: 'templates:read',
      query: MineQuery,
      response: { 200: TemplatePage },
      errors: ['INVALID_CURSOR'],
    })
    .get(
      '/templates/search',
      async ({ caller, query }) => {
        const { data, page } = await searchTemplates(store.read, caller, query)
        return { data: data.map(links.sign), page }
      },
      {
        id: 'templates.search',
        summary: 'Search templates',
        description:
          'Finds templates that contain every word of `q` in the name, the subject or the text, also as part of longer ' +
          'words, in any script. Matches in the name come first. `highlights` is HTML: escaped text with <mark> around the ' +
          'matches.',
        scope: 'templates:read',
        query: SearchQuery,
        response: { 200: SearchPage },
        errors: ['INVALID_CURSOR'],
      },
    )
    .get('/templates/filter-counts', ({ caller, query }) => countFilters(store.read, caller, query), {
      id: 'templates.getFilterCounts',
      summary: 'Count templates per filter value',
      description: 'For the current filters: the number of templates that each value of each filter would match.',
      scope: 'templates:read',
      query: CountsQuery,
      response: { 200: FilterCounts },
    })
    .get('/templates/favorites', ({ caller, query }) => list(caller, { ...query, visibility: 'all', favorite: true }), {
      id: 'templates.listFavorites',
      summary: 'List favorites',
      description:
        'Templates that the caller marked as favorites, including public ones. The API keys of a project share their ' +
        'favorites.',
      scope: 'templates:read',
      query: FavoritesQuery,
      response: { 200: TemplatePage },
      errors: ['INVALID_CURSOR'],
    })
    .get(
      '/folders/:id/templates',
      ({ caller, params, query: { subtree = false, ...query } }) =>
        list(caller, { ...query, within: { id: params.id, subtree } }),
      {
        tags: ['folders'],
        id: 'folders.listTemplates',
        summary: 'List the templates of a folder',
        description: 'Templates of the folder; with `subtree=true` also those of its subfolders.',
        scope: 'templates:read',
        params: InFolderParams,
        query: InFolderQuery,
        response: { 200: TemplatePage },
        errors: ['FOLDER_NOT_FOUND', 'INVALID_CURSOR'],
      },
    )
}
