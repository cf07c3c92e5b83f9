import * as Type from '@sinclair/typebox'
import { closed, literals } from '../../../kernel/schema/index.ts'
import { documentSchema } from '../model.ts'
import { color, taggedText, url } from '../properties.ts'
import { expects } from './expectation.ts'
import { dataPath, groupSchema, moduleUseSchema, sectionSchema, specialKey, themeName } from './node.ts'
import { backgroundImage, fontFamily, fontStack, styleSchema } from './style.ts'

/** BCP 47 language tag; only the syntax is validated. */
export const locale = Type.String({
  maxLength: 35,
  pattern: '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$',
  [expects]: 'a language tag such as en, de-AT or pt-BR',
  examples: ['en'],
})

const plainColor = Type.String({
  pattern: '^(?:#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|transparent)$',
  [expects]: 'a color such as #1a73e8',
})

const named = () => Type.String({ pattern: themeName })
const closedRecord = { additionalProperties: false }

const metaSchema = closed(
  {
    title: Type.String({ maxLength: 1000, examples: ['Spring sale'] }),
    subject: Type.Optional(taggedText({ maxLength: 2000 })),
    preheader: Type.Optional(taggedText({ maxLength: 2000 })),
    lang: locale,
    dir: Type.Optional(literals(['ltr', 'rtl'])),
    description: Type.Optional(Type.String({ maxLength: 10_000 })),
    ignoredRules: Type.Optional(
      Type.Array(
        Type.String({
          pattern: '^[a-z][a-z-]{0,39}(?:\\.[a-z0-9-]{1,60})?$',
          [expects]: 'a lint rule such as accessibility.alt-empty, or a family such as inbox',
        }),
        { maxItems: 200, uniqueItems: true, description: 'Rules or families that lint skips.' },
      ),
    ),
  },
  { $id: 'DocumentMeta' },
)

const themeSchema = closed(
  {
    colors: Type.Record(
      named(),
      closed({ light: plainColor, dark: Type.Optional(plainColor) }, { $id: 'ThemeColor' }),
      closedRecord,
    ),
    fonts: Type.Record(
      named(),
      closed(
        {
          family: fontFamily,
          fallback: fontStack,
          href: Type.Optional(
            Type.String({
              maxLength: 2000,
              pattern: '^https://[^\\s"\'<>()\\\\;{}]+$',
              [expects]: 'the https URL of a web font style sheet',
            }),
          ),
        },
        { $id: 'ThemeFont' },
      ),
      closedRecord,
    ),
    text: Type.Optional(styleSchema),
    link: Type.Optional(closed({ color: Type.Optional(color()), underline: Type.Optional(Type.Boolean()) })),
    headings: Type.Optional(
      closed({
        1: Type.Optional(styleSchema),
        2: Type.Optional(styleSchema),
        3: Type.Optional(styleSchema),
        4: Type.Optional(styleSchema),
      }),
    ),
    button: Type.Optional(styleSchema),
    classes: Type.Optional(Type.Record(named(), styleSchema, closedRecord)),
  },
  { $id: 'Theme' },
)

const bodySchema = closed(
  {
    width: Type.Integer({ minimum: 320, maximum: 900 }),
    breakpoint: Type.Integer({ minimum: 240, maximum: 1200 }),
    mobileWidth: Type.Optional(Type.Integer({ minimum: 240, maximum: 900 })),
    background: Type.Optional(color()),
    contentBackground: Type.Optional(color()),
    backgroundImage: Type.Optional(backgroundImage),
    align: Type.Optional(literals(['center', 'left'])),
    dark: Type.Optional(closed({ background: Type.Optional(color()), contentBackground: Type.Optional(color()) })),
  },
  { $id: 'DocumentBody' },
)

const fieldSchema = closed(
  {
    path: dataPath,
    type: literals(['string', 'number', 'boolean', 'date', 'url', 'image', 'list', 'object']),
    label: Type.Optional(Type.String({ maxLength: 200 })),
    sample: Type.Optional(Type.Unknown()),
    default: Type.Optional(Type.Unknown()),
    required: Type.Optional(Type.Boolean()),
  },
  { $id: 'FieldDeclaration' },
)

export const documentAssetSchema = closed(
  {
    url: url(),
    width: Type.Integer({ minimum: 1, maximum: 20_000 }),
    height: Type.Integer({ minimum: 1, maximum: 20_000 }),
    mime: Type.String({ pattern: '^image/[a-z0-9.+-]{1,50}$', [expects]: 'an image type such as image/png' }),
    darkUrl: Type.Optional(url()),
  },
  { $id: 'DocumentAsset' },
)

const translationsSchema = closed(
  {
    default: locale,
    locales: Type.Record(locale, Type.Record(Type.String(), Type.Unknown()), {
      ...closedRecord,
      [specialKey]: 'translations',
    }),
    sources: Type.Optional(
      Type.Record(locale, Type.Record(Type.String(), Type.String({ maxLength: 64 })), {
        ...closedRecord,
        description:
          'Hashes of the values that translations were made of, by locale and key. A translation whose source has ' +
          'another hash now is out of date. The editor writes them.',
      }),
    ),
  },
  {
    $id: 'Translations',
    description: 'Values that replace a property, by locale and then by nodeId.prop or meta.prop.',
  },
)

/** The rows of a document; those of a group are sections. */
export const rowSchema = Type.Union([sectionSchema, groupSchema, moduleUseSchema], { $id: 'Row' })

/**
 * JSON Schema of the canonical document. Its references are not recursive beyond the depth of the tree, so they can be
 * inlined. readDocument validates the rest: unique ids, URLs, merge tags.
 */
export const emailDocumentSchema = closed(
  {
    schema: Type.Literal(documentSchema),
    meta: metaSchema,
    theme: themeSchema,
    body: bodySchema,
    fields: Type.Array(fieldSchema, { maxItems: 500 }),
    rows: Type.Array(rowSchema, { [specialKey]: 'rows' }),
    assets: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }), documentAssetSchema, closedRecord),
    ),
    head: Type.Optional(
      closed({
        css: Type.Optional(Type.String({ maxLength: 256 * 1024, [specialKey]: 'css', description: 'Cleaned.' })),
      }),
    ),
    translations: Type.Optional(translationsSchema),
  },
  { $id: 'EmailDocument', description: 'An email as a tree of sections, columns and blocks.' },
)
