import type { TLiteral, TObject, TProperties, TSchema, TUnion } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { type IdPrefix, idPattern } from '../ids/index.ts'
import { limits } from '../limits.ts'

type NameOf<P extends TProperties> = Extract<keyof P, string>

type ObjectOptions<P extends TProperties> = Record<string, unknown> & {
  title?: string
  /**
   * The members of each form of a body that has several, such as a document or HTML with CSS, keyed by the suffix of the
   * name of the form; `?` marks an optional member, and `=` one with a single value. Members that no form lists are in all
   * of them.
   */
  forms?: Readonly<Record<string, readonly (NameOf<P> | `${NameOf<P>}?` | `${NameOf<P>}=${string}`)[]>>
}

/**
 * An object that refuses unknown members. With `forms` it is published as `oneOf` with a named schema for each form, and
 * validated as one object: the handler refuses mixtures, with a message that names what to omit.
 */
export function closed<P extends TProperties>(properties: P, { forms, ...options }: ObjectOptions<P> = {}): TObject<P> {
  const whole = Type.Object(properties, { additionalProperties: false, ...options })
  return forms === undefined ? whole : { ...whole, oneOf: formsOf(properties, options, Object.entries(forms)) }
}

function formsOf(properties: TProperties, options: Record<string, unknown>, forms: [string, readonly string[]][]) {
  const { title, description: _, examples: __, ...rules } = options
  const listed = new Set(forms.flatMap(([, names]) => names.map(bare)))
  const shared = Object.entries(properties).filter(([name]) => !listed.has(name))
  return forms.map(([end, names]) => {
    const own = names.map((name) => {
      const [, value] = name.split('=')
      const member = value === undefined ? properties[bare(name)] : Type.Literal(value)
      return [bare(name), Type.Optional(member ?? Type.Never(), name.endsWith('?'))] as const
    })
    return closed(Object.fromEntries([...shared, ...own]), { ...rules, title: `${String(title)}${end}` })
  })
}

function bare(name: string): string {
  return name.replace(/\?$|=.*/, '')
}

/**
 * The query of a URL in emails. ESPs and web mail add parameters of their own (`utm_source`, `fbclid`), so unknown names are
 * ignored.
 */
export function tracked<P extends TProperties>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: true })
}

// A true tuple, because Elysia's decoding of a body ignores an intersection with an array. An array of unknown length has
// one literal for all values, because TypeBox infers never from a union of an array.
type Words<T extends readonly string[]> = number extends T['length']
  ? TUnion<[TLiteral<T[number]>]>
  : { -readonly [K in keyof T]: TLiteral<T[K]> } extends infer U extends TSchema[]
    ? TUnion<U>
    : never

export function literals<const T extends readonly string[]>(
  values: T,
  options: Record<string, unknown> = {},
): Words<T> {
  return Type.Union(values.map((value) => Type.Literal(value)) as never, options) as never
}

/** A body of bytes. OpenAPI 3.1 needs no schema for it; generators return bytes for the format of OpenAPI 3.0. */
export const fileBody = { type: 'string', format: 'binary' } as const

/** The schema or null, written as in JSON Schema 2020-12. */
export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/**
 * A secret that only the first response to a call contains: a replay under the same Idempotency-Key has null instead, and
 * the response stored for the replay does not contain it.
 */
export function shownOnce({ description, examples }: { description: string; examples: readonly string[] }) {
  const meaning = `${description} Null in a response that is replayed for an Idempotency-Key.`
  return Type.Union([Type.String(), Type.Null()], {
    description: meaning,
    examples: [...examples],
    [shownOnceMark]: true,
  })
}

/** The keyword with which `shownOnce` marks a schema, in the published document too. */
export const shownOnceMark = 'x-shown-once'

/** A path or body member with an id of one kind. */
export function idOf(kind: IdPrefix, options: Record<string, unknown> = {}) {
  return Type.String({ pattern: idPattern(kind), ...options })
}

// NUL cannot be stored by Postgres, and other C0 controls have no use in a name.
const noControls = '^[^\\u0000-\\u001f\\u007f]*$'

/** A stored name: 1 to 200 characters, no control characters. Names that older versions accepted may be blank. */
export const Name = Type.String({
  minLength: 1,
  maxLength: limits.nameLength,
  pattern: noControls,
  examples: ['Spring sale'],
})

// White space and invisible characters: joiners, direction marks, fillers, variation selectors.
const blank =
  '\\s\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0'

/** Marks text that is trimmed before validation. */
export const trimmedMark = Symbol('trimmed')

/** Marks a named schema that is used with other descriptions and examples. */
export const pieceMark = Symbol('piece')

// A slash is not a visible character here, so that each name of a path is checked separately.
const segment = `(?! )(?=[${blank}]*[^/${blank}])[^\\u0000-\\u001f\\u007f/]*[^\\u0000-\\u001f\\u007f/ ]`

const visible = { pattern: `^(?=[${blank}]*[^${blank}])[^\\u0000-\\u001f\\u007f]*$`, [trimmedMark]: true }

/** A name in a request: like `Name`, with at least one visible character; surrounding white space is removed. */
export const GivenName = Type.String({ ...Name, ...visible, title: 'GivenName', [pieceMark]: true })

/** A stored tag. Tags that older versions accepted may be blank. */
export const Tag = Type.String({ minLength: 1, maxLength: limits.tagLength, pattern: noControls, examples: ['spring'] })

/** A tag in a request: like `Tag`, with at least one visible character; surrounding white space is removed. */
export const GivenTag = Type.String({ ...Tag, ...visible, title: 'GivenTag', [pieceMark]: true })

/** Names joined by slashes in a request, each with at least one visible character and no surrounding spaces. */
export const GivenPath = Type.String({
  title: 'GivenPath',
  [pieceMark]: true,
  minLength: 1,
  maxLength: limits.nameLength,
  pattern: `^${segment}(/${segment})*$`,
})

/** The author of an action: `kind` is api_key, user, plugin_user or system. */
export const Actor = closed(
  {
    kind: Type.String({ examples: ['api_key'] }),
    id: Type.String({ examples: ['key_01jd7q2v5w8x3y4z6a7b9c0d1g'] }),
    name: Type.String({ examples: ['Website'] }),
  },
  { title: 'Actor', [pieceMark]: true },
)

/** A time as ISO 8601 UTC with milliseconds. */
export const Instant = Type.String({ format: 'date-time', examples: ['2026-11-21T10:00:00.000Z'] })

export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.pageMax,
      default: limits.pageDefault,
      description: 'Items in the page.',
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 1024, description: 'The next_cursor of the page before.' })),
}

/** `next_cursor` is null on the last page. */
export const PageInfo = closed(
  { next_cursor: Nullable(Type.String()), has_more: Type.Boolean() },
  { title: 'PageInfo' },
)

export function pageOf<T extends TSchema>(item: T, options: Record<string, unknown> = {}) {
  return closed(
    {
      data: Type.Array(item),
      page: PageInfo,
    },
    options,
  )
}
