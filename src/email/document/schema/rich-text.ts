import type { TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { closed, literals } from '../../../kernel/schema/index.ts'
import { color, pixels, url } from '../properties.ts'
import { expects } from './expectation.ts'
import { dataPath } from './node.ts'
import { font } from './style.ts'

/** A value from the data inside text. */
export const fieldTagSchema = closed(
  {
    path: dataPath,
    fallback: Type.Optional(Type.String({ maxLength: 10_000 })),
    filters: Type.Optional(
      Type.Array(
        closed({
          name: literals(['upper', 'lower', 'capitalize', 'date', 'number', 'truncate', 'url']),
          argument: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Number()])),
          zone: Type.Optional(Type.String({ maxLength: 64 })),
        }),
        { maxItems: 10 },
      ),
    ),
    raw: Type.Optional(Type.Literal(true)),
  },
  { $id: 'FieldTag' },
)

/** A tag of another template language, preserved verbatim. */
export const nativeTagSchema = closed({ native: Type.String({ minLength: 1, maxLength: 4000 }) }, { $id: 'NativeTag' })

const mergeTagSchema = Type.Union([fieldTagSchema, nativeTagSchema], {
  $id: 'MergeTag',
  [expects]: 'a merge tag such as { "path": "first_name" }',
})

const flag = Type.Optional(Type.Literal(true))

const marks = {
  bold: flag,
  italic: flag,
  underline: flag,
  strike: flag,
  sub: flag,
  sup: flag,
  code: flag,
  color: Type.Optional(color()),
  background: Type.Optional(color()),
  font: Type.Optional(font),
  size: Type.Optional(Type.Number({ minimum: 1, maximum: 200 })),
  link: Type.Optional(
    closed(
      {
        href: Type.Optional(url()),
        role: Type.Optional(literals(['unsubscribe', 'view', 'preferences', 'forward', 'address'])),
        title: Type.Optional(Type.String({ maxLength: 500 })),
        underline: Type.Optional(Type.Literal(false)),
      },
      { $id: 'Link' },
    ),
  ),
}

/** Each of the three kinds of runs has one property that only it has. */
export const textRunSchema = closed({ text: Type.String(), ...marks }, { $id: 'TextRun' })
export const tagRunSchema = closed({ tag: mergeTagSchema, ...marks }, { $id: 'TagRun' })
export const breakRunSchema = closed({ break: Type.Literal(true) }, { $id: 'BreakRun' })

const runs = Type.Array(Type.Union([textRunSchema, tagRunSchema, breakRunSchema], { [expects]: runWords() }))

export const paragraphSchema = closed(
  {
    type: Type.Literal('paragraph'),
    runs,
    align: Type.Optional(literals(['left', 'center', 'right', 'justify'])),
    level: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3), Type.Literal(4)])),
  },
  { $id: 'Paragraph' },
)

// Expanded to the depth that documents allow (limits.richTextListDepth), so that no schema refers to itself.
function listSchema(inner: TSchema | undefined) {
  const item = closed(inner === undefined ? { runs } : { runs, list: Type.Optional(inner) })
  return closed({
    type: Type.Literal('list'),
    ordered: Type.Boolean(),
    spacing: Type.Optional(pixels(1, 100, { description: 'Space between the items in px.' })),
    items: Type.Array(item),
  })
}

export const richListSchema = listSchema(listSchema(listSchema(undefined)))

export const richTextSchema = Type.Array(Type.Union([paragraphSchema, richListSchema]), {
  $id: 'RichText',
  maxItems: 2000,
})

function runWords(): string {
  return 'a run: { "text" }, { "tag" } or { "break": true }'
}
