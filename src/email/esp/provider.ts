import { type Static, Type } from '@sinclair/typebox'

const code = Type.String({ minLength: 1, maxLength: 2000 })
const names = Type.Record(Type.String({ maxLength: 200 }), Type.String({ minLength: 1, maxLength: 200 }))

const around = Type.Object({ open: code, close: code }, { additionalProperties: false })

/**
 * How one ESP writes merge tags, conditions, loops and its own links. In the patterns `{NAME}`, `{DEFAULT}`,
 * `{VALUE}`, `{ITEM}`, `{LIST}` and `{TEXT}` are filled in, everything else stands as it is.
 */
export const Provider = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{1,60}$' }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    category: Type.String(),
    /** Providers of a family share a syntax; what a pattern cannot say about it is in the code. */
    family: Type.String(),
    /** How well the syntax is backed: by the vendor's documents or public code whole, in part, or by memory alone. */
    level: Type.Union([Type.Literal('verified'), Type.Literal('partly-verified'), Type.Literal('unverified')]),
    /** One field: `{{ contact.{NAME} }}`. */
    field: code,
    /** The same in an attribute, where the quotes of `field` would end it. */
    fieldInAttribute: Type.Optional(code),
    /** The provider's names of first_name, last_name and email. */
    names: Type.Optional(names),
    /** The same as whole tags, where they are unlike other fields. */
    tags: Type.Optional(names),
    /**
     * Fields other than those of `names` and `standard` stand with `is` where patterns say `was`; a name that begins with one
     * of `spaces` and a dot is in that space.
     */
    custom: Type.Optional(
      Type.Object(
        { was: code, is: code, standard: Type.Array(code), spaces: Type.Optional(Type.Array(code)) },
        { additionalProperties: false },
      ),
    ),
    /** How a name is written that is no word, such as one with spaces: `is` where patterns say `was`. */
    spaced: Type.Optional(Type.Object({ was: code, is: code }, { additionalProperties: false })),
    /** How names of fields are spelled in its accounts. */
    spelling: Type.Optional(
      Type.Union([
        Type.Literal('upper'),
        /** At most ten capitals, digits and underscores. */
        Type.Literal('merge-field'),
        /** Letters, digits and underscores. */
        Type.Literal('word'),
      ]),
    ),
    /** The sender gives the data with each email, so that paths stay as they are. */
    ownData: Type.Optional(Type.Literal(true)),
    /**
     * How the index of a list is written in a path, where it is otherwise than in the family: `a[0].b`, `a.0.b`, `a.[0].b`,
     * by the functions of Sprig for Go, or not at all.
     */
    indices: Type.Optional(
      Type.Union([
        Type.Literal('brackets'),
        Type.Literal('dots'),
        Type.Literal('handlebars'),
        Type.Literal('sprig'),
        Type.Literal('none'),
      ]),
    ),
    /** One field with a fallback. */
    fallback: Type.Optional(code),
    /** Where fallbacks live. */
    defaults: Type.Union([
      Type.Literal('inline'),
      Type.Literal('via-conditional'),
      Type.Literal('account-side'),
      Type.Literal('none'),
    ]),
    condition: Type.Optional(
      Type.Object(
        {
          exists: Type.Optional(code),
          equals: Type.Optional(code),
          /** The same for a number, or for true or false, where it takes more than leaving the quotes out. */
          equalsNumber: Type.Optional(code),
          equalsTruth: Type.Optional(code),
          otherwise: Type.Optional(code),
          end: Type.String(),
          endEquals: Type.Optional(code),
          /** A condition without the other branch is an error there. */
          needsOtherwise: Type.Optional(Type.Boolean()),
          /** What is queried the other way round, and of numbers, where it has words of its own for it. */
          missing: Type.Optional(around),
          differs: Type.Optional(around),
          greater: Type.Optional(around),
          less: Type.Optional(around),
          /** A number compared: `{OPERATOR}` is `>`, `>=`, `<` or `<=`. */
          compares: Type.Optional(code),
          /** Inside, names mean members of what was requested; others begin with `parent`. */
          scope: Type.Optional(Type.Literal('push')),
          parent: Type.Optional(code),
          /** The value itself, inside. */
          self: Type.Optional(code),
        },
        { additionalProperties: false },
      ),
    ),
    loop: Type.Optional(
      Type.Object(
        {
          open: code,
          item: code,
          close: code,
          /** Instead of `open` where only the first `{LIMIT}` are wanted. */
          limited: Type.Optional(code),
          /** Between the round and what is shown without items; then `emptyClose` ends it, where it is unlike `close`. */
          empty: Type.Optional(code),
          emptyClose: Type.Optional(code),
          /** Whose words it has for the round, such as its number, where those of its family are not known. */
          rounds: Type.Optional(Type.Union([Type.Literal('jinja'), Type.Literal('django')])),
        },
        { additionalProperties: false },
      ),
    ),
    unsubscribe: Type.Object(
      {
        kind: Type.Union([
          Type.Literal('url'),
          Type.Literal('html'),
          Type.Literal('attribute'),
          Type.Literal('element'),
          Type.Literal('auto-footer'),
          Type.Literal('inserted-in-editor'),
          Type.Literal('not-applicable'),
          Type.Literal('unknown'),
        ]),
        code: Type.Optional(code),
      },
      { additionalProperties: false },
    ),
    view: Type.Optional(code),
    preferences: Type.Optional(code),
    address: Type.Optional(code),
    /**
     * Regions that people may edit there, by what they hold: tags around it, or attributes of the image. `{ID}` and
     * `{LABEL}` are filled in.
     */
    editable: Type.Optional(
      Type.Object(
        {
          /** What tells the provider's editor that there are any, at the end of the head. */
          head: Type.Optional(code),
          text: Type.Optional(around),
          image: Type.Optional(
            Type.Union([around, Type.Object({ attributes: code }, { additionalProperties: false })]),
          ),
          row: Type.Optional(around),
        },
        { additionalProperties: false },
      ),
    ),
    /** Quotes in its tags are double ones, so that such a tag cannot are in an attribute. */
    quotes: Type.Optional(Type.Literal('double')),
    /** Whether fields take filters; they do unless it is said here. */
    filters: Type.Optional(Type.Literal(false)),
    /**
     * One field encoded for a URL. Liquid, Jinja, Django and Go have a filter for it, unless `false` says that it is not known
     * here; no other family has.
     */
    urlEncoded: Type.Optional(Type.Union([code, Type.Literal(false)])),
    /** How a comment gets through, where all others are taken out: `{CODE}` is its delimiter. */
    comment: Type.Optional(code),
    /** A field that is not escaped. */
    raw: Type.Optional(code),
    /** Whether the system escapes values in HTML. */
    escapes: Type.Union([Type.Literal('escaped'), Type.Literal('raw'), Type.Literal('unknown')]),
    /** What it takes, best first. */
    packages: Type.Array(Type.String(), { minItems: 1 }),
    amp: Type.Optional(Type.String()),
    /** Of each list, one has to are in the email. */
    required: Type.Optional(Type.Array(Type.Array(code, { minItems: 1 }))),
    /** Written before the end of the body: what counts openings. */
    append: Type.Optional(Type.Array(code)),
    notes: Type.Optional(Type.String()),
    /** What the row is taken from. */
    source: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type Provider = Static<typeof Provider>
