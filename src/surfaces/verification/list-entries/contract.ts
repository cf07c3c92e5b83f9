import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import {
  Instant,
  Nullable,
  closed,
  createdFilters,
  idOf,
  literals,
  pageOf,
  pageQuery,
  readOnlyMembers,
  sortBy,
} from '../../../kernel/schema/index.ts'

const exampleId = 'lse_01kah3zqpfx9y8w7v6t5s4r3q2'
const optional = Type.Optional

const List = literals(['allow', 'block'], {
  description:
    '`allow`: verified as `safe`, with the reason `allowed_by_list`; `block`: as `invalid`, `blocked_by_list`.',
})
const Kind = literals(['address', 'domain'], { description: 'A domain includes its subdomains.' })
const Note = Nullable(
  Type.String({
    maxLength: limits.listEntryNoteLength,
    pattern: '^[^\\u0000-\\u001f\\u007f]*$',
    description: 'Free text. Write no email address here if none is to be stored.',
    examples: ['Asked not to be contacted'],
  }),
)
const Value = Type.String({
  minLength: 1,
  maxLength: limits.addressTextLength,
  description:
    'An email address or a domain, also in Unicode. An email address includes every spelling of its mailbox. It is stored as ' +
    'a keyed hash, which no response contains.',
  examples: ['anna@example.com', 'example.org'],
})
const Expires = Nullable({ ...Instant, description: 'When the entry ends and is deleted; null for never.' })

const members = {
  id: idOf('listEntry', { examples: [exampleId] }),
  list: List,
  kind: Kind,
  domain: Type.String({
    description: 'The domain, or that of the email address, in A-labels (Punycode).',
    examples: ['example.com'],
  }),
  note: Note,
  expires_at: Expires,
  revision: Type.Integer({ minimum: 1, description: 'Increases with every change; the ETag contains it.' }),
  created_at: Instant,
  updated_at: Instant,
}

export const ListEntry = closed(members, {
  title: 'VerificationListEntry',
  examples: [
    {
      id: exampleId,
      list: 'block',
      kind: 'address',
      domain: 'example.com',
      note: 'Asked not to be contacted',
      expires_at: null,
      revision: 1,
      created_at: '2026-11-21T10:00:00.000Z',
      updated_at: '2026-11-21T10:00:00.000Z',
    },
  ],
})
export type ListEntry = Static<typeof ListEntry>

export const ListEntryPage = pageOf(ListEntry, { title: 'VerificationListEntryPage' })
export type ListEntryPage = Static<typeof ListEntryPage>

export const ListEntries = closed({
  ...pageQuery,
  list: optional(List),
  kind: optional(Kind),
  domain: optional(Type.String({ maxLength: 255, description: 'Only entries of this domain and its addresses.' })),
  value: optional({ ...Value, description: 'Only the entry of this email address or domain itself.' }),
  ...createdFilters('entries'),
  sort: sortBy('-created_at', 'created_at'),
  format: optional(
    literals(['json', 'csv'], { default: 'json', description: '`csv`: every matching entry, without pages.' }),
  ),
})
export type ListEntries = Static<typeof ListEntries>

const added = { list: List, value: Value, note: optional(Note), expires_at: optional(Expires) }

export const AddListEntry = closed(added, {
  title: 'AddVerificationListEntry',
  examples: [{ list: 'block', value: 'anna@example.com', note: 'Asked not to be contacted' }],
})
export type AddListEntry = Static<typeof AddListEntry>

export const AddListEntries = closed(
  {
    entries: Type.Array(closed(added, { title: 'NewVerificationListEntry' }), {
      minItems: 1,
      maxItems: limits.listEntriesAtOnce,
      description: 'Of several entries with the same email address or domain, the last one counts.',
    }),
  },
  {
    title: 'AddVerificationListEntries',
    examples: [{ entries: [{ list: 'block', value: 'example.org' }] }],
  },
)
export type AddListEntries = Static<typeof AddListEntries>

const Count = Type.Integer({ minimum: 0 })

export const ListEntriesAdded = closed(
  {
    added: Count,
    updated: Type.Integer({ minimum: 0, description: 'Existing entries whose list, note or expiry was replaced.' }),
    unchanged: Type.Integer({ minimum: 0, description: 'Existing entries that are the same, and repetitions.' }),
    refused: Type.Array(
      closed({
        index: Type.Integer({ minimum: 0, description: 'Position in `entries`.' }),
        message: Type.String(),
      }),
      { description: 'Entries that are neither an email address nor a domain; the others are stored.' },
    ),
  },
  { title: 'VerificationListEntriesAdded', examples: [{ added: 1, updated: 0, unchanged: 0, refused: [] }] },
)
export type ListEntriesAdded = Static<typeof ListEntriesAdded>

const changes = { list: optional(List), note: optional(Note), expires_at: optional(Expires) }

export const UpdateListEntry = closed(
  { ...changes, ...readOnlyMembers(ListEntry, { writable: changes }) },
  { title: 'UpdateVerificationListEntry', minProperties: 1, examples: [{ list: 'allow' }] },
)
export type UpdateListEntry = Static<typeof UpdateListEntry>

/** Any text is valid: what is not the id of an entry of the project results in 404, not 400. */
export const ListEntryParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the entry.', examples: [exampleId] }),
})
export const ListEntryRemoved = Type.Undefined({ description: 'Deleted.' })
