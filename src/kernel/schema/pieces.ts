import type { TLiteral, TObject, TProperties, TSchema, TUnion } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { type IdPrefix, idPattern } from '../ids/index.ts'
import { limits } from '../limits.ts'

type NameOf<P extends TProperties> = Extract<keyof P, string>

type ObjectOptions<P extends TProperties> = Record<string, unknown> & {
  title?: string
  /**
   * Members that go together, where a body has one of several forms such as a document or HTML with CSS: by the end of the
   * form's name, with `?` after a member that may be left out. Members that no form lists are in all of them.
   */
  forms?: Readonly<Record<string, readonly (NameOf<P> | `${NameOf<P>}?`)[]>>
}

/**
 * An object that refuses members it does not name. With `forms` it is published as `oneOf` with a named schema for each
 * form, and validated as one object all the same: refusing mixtures is up to the rule, which says what to leave out.
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
      const member = properties[bare(name)] ?? Type.Never()
      return [bare(name), Type.Optional(member, name.endsWith('?'))] as const
    })
    return closed(Object.fromEntries([...shared, ...own]), { ...rules, title: `${String(title)}${end}` })
  })
}

function bare(name: string): string {
  return name.replace(/\?$/, '')
}

/**
 * The query of an address that is in emails. ESPs and web mail add parameters of their own to such
 * (`utm_source`, `fbclid`): names it does not know are passed over.
 */
export function tracked<P extends TProperties>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: true })
}

// A true tuple: Elysia's decoding of a body sees nothing in an intersection with an array.
// An array whose length is not known has one literal of them all, for TypeBox infers never from a union of an array.
type Words<T extends readonly string[]> = number extends T['length']
  ? TUnion<[TLiteral<T[number]>]>
  : { -readonly [K in keyof T]: TLiteral<T[K]> } extends infer U extends TSchema[]
    ? TUnion<U>
    : never

/** One of the given words. */
export function literals<const T extends readonly string[]>(
  values: T,
  options: Record<string, unknown> = {},
): Words<T> {
  return Type.Union(values.map((value) => Type.Literal(value)) as never, options) as never
}

/** The schema or null, written as JSON Schema 2020-12 does. */
export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/**
 * A secret that only the first response to a call shows: a replay under the same Idempotency-Key has null in its place, and
 * what is stored for the replay does not hold it.
 */
export function shownOnce({ description, examples }: { description: string; examples: readonly string[] }) {
  const meaning = `${description} Null in a response that is replayed for an Idempotency-Key.`
  return Type.Union([Type.String(), Type.Null()], {
    description: meaning,
    examples: [...examples],
    [shownOnceMark]: true,
  })
}

/** The keyword by which `shownOnce` marks a schema, in the published document too. */
export const shownOnceMark = 'x-shown-once'

/** A path or body member that holds an id of one kind. */
export function idOf(kind: IdPrefix, options: Record<string, unknown> = {}) {
  return Type.String({ pattern: idPattern(kind), ...options })
}

// NUL cannot be stored by Postgres, and other C0 controls have no place in a name.
const noControls = '^[^\\u0000-\\u001f\\u007f]*$'

/** A name as it is stored: 1 to 200 characters, no control characters. Those that older versions took may be blank. */
export const Name = Type.String({
  minLength: 1,
  maxLength: limits.nameLength,
  pattern: noControls,
  examples: ['Spring sale'],
})

// White space, and characters that show nothing: joiners, marks of direction, fillers, selectors of variants.
const blank =
  '\\s\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0'

/** The mark of text whose surrounding white space is left out before it is read further. */
export const trimmedMark = Symbol('trimmed')

/** The mark of a named schema that is used with descriptions and examples of its own. */
export const pieceMark = Symbol('piece')

// A slash is nothing that can be seen here, so that each name of a path is inspected alone.
const segment = `(?! )(?=[${blank}]*[^/${blank}])[^\\u0000-\\u001f\\u007f/]*[^\\u0000-\\u001f\\u007f/ ]`

const visible = { pattern: `^(?=[${blank}]*[^${blank}])[^\\u0000-\\u001f\\u007f]*$`, [trimmedMark]: true }

/** A name that a call gives: as `Name`, with something to see in it; white space around it is left out. */
export const GivenName = Type.String({ ...Name, ...visible, title: 'GivenName', [pieceMark]: true })

/** One tag as it is stored. Those that older versions took may be blank. */
export const Tag = Type.String({ minLength: 1, maxLength: limits.tagLength, pattern: noControls, examples: ['spring'] })

/** A tag that a call gives: as `Tag`, with something to see in it; white space around it is left out. */
export const GivenTag = Type.String({ ...Tag, ...visible, title: 'GivenTag', [pieceMark]: true })

/** Names joined by slashes that a call gives, each with something to see in it and no spaces around it. */
export const GivenPath = Type.String({
  title: 'GivenPath',
  [pieceMark]: true,
  minLength: 1,
  maxLength: limits.nameLength,
  pattern: `^${segment}(/${segment})*$`,
})

/** Who did something: `kind` is api_key, user, plugin_user or system. */
export const Actor = closed({
  kind: Type.String({ examples: ['api_key'] }),
  id: Type.String({ examples: ['key_01jd7q2v5w8x3y4z6a7b9c0d1g'] }),
  name: Type.String({ examples: ['Website'] }),
})

/** A time as ISO 8601 UTC with milliseconds. */
export const Instant = Type.String({ format: 'date-time', examples: ['2026-11-21T10:00:00.000Z'] })

/** The query members of every list. */
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

/** Where a page ends; `next_cursor` is null on the last one. */
export const PageInfo = closed(
  { next_cursor: Nullable(Type.String()), has_more: Type.Boolean() },
  { title: 'PageInfo' },
)

/** The envelope of every list. */
export function pageOf<T extends TSchema>(item: T, options: Record<string, unknown> = {}) {
  return closed(
    {
      data: Type.Array(item),
      page: PageInfo,
    },
    options,
  )
}
