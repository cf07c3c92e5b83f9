/** Query and response schemas of template lists: filters, sort, pages, search results, counts. */
import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../../kernel/limits.ts'
import {
  Instant,
  Name,
  Nullable,
  Tag,
  closed,
  externalFilters,
  idOf,
  literals,
  looseReferenceTo,
  pageOf,
  pageQuery,
  referenceTo,
  repeated,
  tagMatch,
} from '../../../../kernel/schema/index.ts'
import { Placement, Template, TemplateSource, TemplateType } from '../../template/index.ts'

const since = (what: string) =>
  Type.Optional(Type.String({ ...Instant, description: `Only templates ${what} at or after this time.` }))
const until = (what: string) =>
  Type.Optional(Type.String({ ...Instant, description: `Only templates ${what} before this time.` }))

const filters = {
  type: repeated(TemplateType, 'Only templates of one of these types.'),
  folder_id: repeated(
    // One string, not a union: oapi-codegen writes code that does not compile for a union in a parameter.
    referenceTo('folder', { or: 'none' }),
    'Only templates of one of these folders, each an id, or `none` for no folder.',
  ),
  folder: repeated(
    Placement,
    'Like `folder_id`, each an id, `ext:` and an external id, or the name of a top-level folder. An unknown folder ' +
      'matches nothing.',
  ),
  tag: repeated(Tag, 'Only templates with all of these tags, or with any of them if `tag_match` is `any`.'),
  tag_match: tagMatch,
  ...externalFilters,
  favorite: Type.Optional(Type.Boolean({ description: 'true: only favorites; false: only other templates.' })),
  source: repeated(TemplateSource, 'Only templates last saved in one of these forms.'),
  owner: repeated(
    Type.String({ ...Name, examples: ['key_01jd7q2v5w8x3y4z6a7b9c0d1g'] }),
    'Only templates of one of these creators, each an id.',
  ),
  created_since: since('created'),
  created_until: until('created'),
  updated_since: since('changed'),
  updated_until: until('changed'),
}

/** Overlapping parts of the templates that are not in the trash. */
export const publishingStates = ['draft', 'published', 'scheduled', 'changed', 'in_review'] as const
export type PublishingState = (typeof publishingStates)[number]

const status = {
  status: Type.Optional(
    literals(['active', 'trash', ...publishingStates], {
      default: 'active',
      description:
        '`active`: templates that are not in the trash. `trash`: templates in the trash. Of the active ones: `draft`: not ' +
        'published; `published`; `scheduled`: with a scheduled release; `changed`: with unpublished changes; `in_review`: with a ' +
        'pending review.',
    }),
  ),
}

const visibility = {
  visibility: Type.Optional(
    literals(['mine', 'public', 'all'], {
      default: 'mine',
      description: '`mine`: templates of the project. `public`: public templates. `all`: both.',
    }),
  ),
}

const sorts = ['-updated_at', 'updated_at', '-created_at', 'created_at', 'name', '-name'] as const

const sort = {
  sort: Type.Optional(
    literals(sorts, { default: '-updated_at', description: 'Sort order; a leading minus means descending.' }),
  ),
}

const words = Type.String({
  minLength: 1,
  maxLength: limits.searchLength,
  // At least one visible character, and no control characters: Postgres rejects NUL.
  pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
  description:
    'Words that must all occur in the name, the subject or the text, in any order, ignoring case and accents. A word ' +
    'of at least five letters without matches also matches words that differ by one letter.',
  examples: ['spring sale'],
})

export const PublicQuery = closed({ ...pageQuery, ...filters, ...sort })
export const MineQuery = closed({ ...pageQuery, ...filters, ...status, ...sort })
const { favorite: _, ...filtersOfFavorites } = filters
export const FavoritesQuery = closed({ ...pageQuery, ...filtersOfFavorites, ...status, ...sort })
export const SearchQuery = closed({
  q: words,
  ...pageQuery,
  ...filters,
  ...status,
  ...visibility,
  sort: Type.Optional(
    literals(['relevance', ...sorts], {
      default: 'relevance',
      description:
        'Sort order. With `relevance`, matches in the name precede matches in the subject; equal matches are sorted ' +
        'newest first.',
    }),
  ),
})
const { folder: __, folder_id: ___, ...filtersInFolder } = filters
export const InFolderQuery = closed({
  ...pageQuery,
  ...filtersInFolder,
  subtree: Type.Optional(Type.Boolean({ default: false, description: 'Include templates in subfolders.' })),
  ...status,
  ...sort,
})
/** Any text is accepted; a text that is not the id of one of the caller's folders is reported as not found. */
export const InFolderParams = closed({
  id: looseReferenceTo('folder', { examples: ['fld_01jd7q2v5w8x3y4z6a7b9c0d1f'] }),
})
export const CountsQuery = closed({ q: Type.Optional(words), ...filters, ...status, ...visibility })

/** The filters of all lists combined. */
export type Filters = Omit<Static<typeof SearchQuery>, 'q' | 'sort' | 'limit' | 'cursor'>
export type Sort = NonNullable<Static<typeof SearchQuery>['sort']>
export type ListQuery = Filters & {
  q?: string
  sort?: Sort
  limit?: number
  cursor?: string
  /** Only templates of this folder; with `subtree` also those of its descendants. */
  within?: { id: string; subtree: boolean }
}

export const TemplatePage = pageOf(Template, { title: 'TemplatePage' })
export type TemplatePage = Static<typeof TemplatePage>

const highlight = (what: string) =>
  Type.Optional(Type.String({ description: `${what} as HTML: escaped, with each match in <mark>.` }))

export const SearchResult = closed(
  {
    ...Template.properties,
    highlights: closed({
      name: highlight('The name'),
      subject: highlight('The subject'),
      text: highlight('An excerpt with the first match in the text'),
    }),
  },
  { title: 'TemplateSearchResult' },
)
export type SearchResult = Static<typeof SearchResult>
export const SearchPage = pageOf(SearchResult, { title: 'TemplateSearchPage' })
export type SearchPage = Static<typeof SearchPage>

const count = Type.Integer({ minimum: 0 })

export const FilterCounts = closed(
  {
    total: Type.Integer({ minimum: 0, description: 'Templates that match all filters.' }),
    types: Type.Array(closed({ value: TemplateType, count })),
    folders: Type.Array(closed({ id: Nullable(idOf('folder')), name: Nullable(Type.String()), count })),
    owners: Type.Array(closed({ kind: Type.String(), id: Type.String(), name: Type.String(), count })),
    favorite: closed({ true: count, false: count }),
    tags: Type.Array(closed({ value: Tag, count }), { description: 'The 100 most used tags.' }),
    sources: Type.Array(closed({ value: TemplateSource, count })),
    status: closed(
      {
        active: count,
        trash: count,
        draft: count,
        published: count,
        scheduled: count,
        changed: count,
        in_review: count,
      },
      { description: 'The values after `trash` are parts of `active`, which overlap.' },
    ),
  },
  {
    title: 'TemplateFilterCounts',
    description: 'Each facet ignores its own filter.',
    examples: [
      {
        total: 2,
        types: [{ value: 'promotional', count: 2 }],
        folders: [{ id: null, name: null, count: 2 }],
        owners: [{ kind: 'api_key', id: 'key_01jd7q2v5w8x3y4z6a7b9c0d1g', name: 'Website', count: 2 }],
        favorite: { true: 1, false: 1 },
        tags: [{ value: 'spring', count: 2 }],
        sources: [{ value: 'document', count: 2 }],
        status: { active: 2, trash: 0, draft: 0, published: 2, scheduled: 0, changed: 1, in_review: 0 },
      },
    ],
  },
)
export type FilterCounts = Static<typeof FilterCounts>
