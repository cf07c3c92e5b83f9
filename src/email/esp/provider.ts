import { type Static, Type } from '@sinclair/typebox'

const code = Type.String({ minLength: 1, maxLength: 2000 })
const names = Type.Record(Type.String({ maxLength: 200 }), Type.String({ minLength: 1, maxLength: 200 }))

const around = Type.Object({ open: code, close: code }, { additionalProperties: false })

/**
 * Syntax of one ESP for merge tags, conditions, loops and its own links. In the patterns `{NAME}`, `{DEFAULT}`, `{VALUE}`,
 * `{ITEM}`, `{LIST}` and `{TEXT}` are replaced; everything else is literal.
 */
export const Provider = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{1,60}$' }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    category: Type.String(),
    /** Providers of a family share a syntax; code covers what a pattern cannot express. */
    family: Type.String(),
    /**
     * The implementation of the family’s language, where it is known and differs from others: Django compares with `True`,
     * Jinja2 fails on members of missing values and finds methods before members, Jinjava has no `else` in loops.
     */
    engine: Type.Optional(
      Type.Union([Type.Literal('django'), Type.Literal('jinja2'), Type.Literal('jinjava'), Type.Literal('pongo2')]),
    ),
    /** Evidence for the syntax: vendor documentation or public code for all of it, for a part, or for none. */
    level: Type.Union([Type.Literal('verified'), Type.Literal('partly-verified'), Type.Literal('unverified')]),
    /** One field: `{{ contact.{NAME} }}`. */
    field: code,
    /** The field in an attribute, where the quotes of `field` would end it. */
    fieldInAttribute: Type.Optional(code),
    /** The provider's names of first_name, last_name and email. */
    names: Type.Optional(names),
    /** Whole tags of these fields, if they differ from other fields. */
    tags: Type.Optional(names),
    /**
     * Fields other than those of `names` and `standard` use `is` where patterns contain `was`; a name that begins with one
     * of `spaces` and a dot is in that namespace.
     */
    custom: Type.Optional(
      Type.Object(
        { was: code, is: code, standard: Type.Array(code), spaces: Type.Optional(Type.Array(code)) },
        { additionalProperties: false },
      ),
    ),
    /** Replacement for names that are not identifiers, such as one with spaces: `is` where patterns contain `was`. */
    spaced: Type.Optional(Type.Object({ was: code, is: code }, { additionalProperties: false })),
    spelling: Type.Optional(
      Type.Union([
        Type.Literal('upper'),
        /** At most ten capitals, digits and underscores. */
        Type.Literal('merge-field'),
        /** Letters, digits and underscores. */
        Type.Literal('word'),
      ]),
    ),
    /** The sender provides the data with each email, so paths stay unchanged. */
    ownData: Type.Optional(Type.Literal(true)),
    /**
     * Syntax of a list index in a path, if it differs from the family: `a[0].b`, `a.0.b`, `a.[0].b`, functions of Sprig for
     * Go, or unsupported.
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
    fallback: Type.Optional(code),
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
          /** Equality with a number or a boolean, if it differs in more than the quotes. */
          equalsNumber: Type.Optional(code),
          equalsTruth: Type.Optional(code),
          otherwise: Type.Optional(code),
          end: Type.String(),
          endEquals: Type.Optional(code),
          /** A condition without the other branch is an error. */
          needsOtherwise: Type.Optional(Type.Boolean()),
          /** Comparisons have no other branch, as the `equal` of Mailgun’s engine. */
          loneEquals: Type.Optional(Type.Boolean()),
          /** Negated conditions and comparisons of numbers, if they have their own syntax. */
          missing: Type.Optional(around),
          differs: Type.Optional(around),
          greater: Type.Optional(around),
          less: Type.Optional(around),
          /** A comparison of numbers: `{OPERATOR}` is `>`, `>=`, `<` or `<=`. */
          compares: Type.Optional(code),
          /** Inside the condition, names refer to members of the tested value; others begin with `parent`. */
          scope: Type.Optional(Type.Literal('push')),
          parent: Type.Optional(code),
          /** The tested value itself, inside the condition. */
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
          /** Replaces `open` if only the first `{LIMIT}` items are shown. */
          limited: Type.Optional(code),
          /**
           * Separates the loop body from the content without items; `emptyClose` ends that content if it differs from
           * `close`.
           */
          empty: Type.Optional(code),
          emptyClose: Type.Optional(code),
          /** False if a list of an item cannot be looped over. */
          nested: Type.Optional(Type.Literal(false)),
          /** Surrounds that content, after the loop, if a loop has no part for it. */
          whenEmpty: Type.Optional(around),
          /** The dialect for iteration values such as the index, if the family does not determine it. */
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
     * Regions that users can edit at the provider, by content: tags around it, or attributes of the image. `{ID}` and
     * `{LABEL}` are replaced.
     */
    editable: Type.Optional(
      Type.Object(
        {
          /** Markup at the end of the head that enables the provider's editor. */
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
    /** Its tags contain double quotes, so they cannot be in an attribute. */
    quotes: Type.Optional(Type.Literal('double')),
    /** False if fields do not support filters; the default is true. */
    filters: Type.Optional(Type.Literal(false)),
    /**
     * One field encoded for a URL. Liquid, Jinja, Django and Go have a filter for it, unless `false` marks it as unknown; no
     * other family has.
     */
    urlEncoded: Type.Optional(Type.Union([code, Type.Literal(false)])),
    /** Syntax of a comment that is preserved, if all others are removed: `{CODE}` is its delimiter. */
    comment: Type.Optional(code),
    /** A field that is not escaped. */
    raw: Type.Optional(code),
    escapes: Type.Union([Type.Literal('escaped'), Type.Literal('raw'), Type.Literal('unknown')]),
    /** Supported export formats, best first. */
    packages: Type.Array(Type.String(), { minItems: 1 }),
    amp: Type.Optional(Type.String()),
    /** One tag of each list must be in the email. */
    required: Type.Optional(Type.Array(Type.Array(code, { minItems: 1 }))),
    /** Inserted before the end of the body, for open tracking. */
    append: Type.Optional(Type.Array(code)),
    notes: Type.Optional(Type.String()),
    source: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type Provider = Static<typeof Provider>
