import { type Static, Type } from '@sinclair/typebox'
import { Actor, Instant, GivenName, Nullable, closed, literals, pageQuery } from '../../../kernel/schema/index.ts'
import { DocumentView } from '../../templates/index.ts'

const exampleId = 'ver_01jd7q2v5w8x3y4z6a7b9c0d1h'

const count = Type.Integer({ minimum: 0, examples: [1] })

export const EditorVersion = closed(
  {
    id: Type.String({ examples: [exampleId] }),
    number: Type.Integer({ minimum: 1 }),
    revision: Type.Integer({ minimum: 1 }),
    kind: literals(['auto', 'manual']),
    label: Nullable(Type.String()),
    message: Nullable(Type.String()),
    changes: Type.String({
      description: 'Summary of the changes since the previous version.',
      examples: ['Added a button'],
    }),
    counts: closed(
      { added: count, removed: count, moved: count, changed: count, settings: count },
      { description: 'Numbers of changed nodes and of changed settings of the email.' },
    ),
    pinned: Type.Boolean(),
    current: Type.Boolean(),
    author: Actor,
    createdAt: Instant,
    savedAt: Instant,
  },
  { title: 'EditorVersion' },
)
export type EditorVersion = Static<typeof EditorVersion>

export const ListEditorVersions = closed(pageQuery)
export type ListEditorVersions = Static<typeof ListEditorVersions>

export const EditorVersionList = closed(
  { data: Type.Array(EditorVersion), nextCursor: Nullable(Type.String()) },
  { title: 'EditorVersionList' },
)
export type EditorVersionList = Static<typeof EditorVersionList>

export const EditorVersionParams = closed({
  versionId: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the version.', examples: [exampleId] }),
})

export const NameEditorVersion = closed(
  { label: Nullable(GivenName) },
  { title: 'NameEditorVersion', examples: [{ label: 'Before launch' }] },
)
export type NameEditorVersion = Static<typeof NameEditorVersion>

export const EditorVersionHtml = closed(
  {
    html: Type.String({
      description: 'HTML of the email with its sample values, each node marked with its id.',
      examples: ['<!doctype html><html>…'],
    }),
    document: DocumentView,
  },
  { title: 'EditorVersionHtml' },
)
