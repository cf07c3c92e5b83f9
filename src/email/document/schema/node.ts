import type { TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { Name, closed, literals, publishedMark } from '../../../kernel/schema/index.ts'
import type { Condition } from '../../data/index.ts'
import { expects } from './expectation.ts'
import { darkStyleSchema, styleSchema } from './style.ts'

/** Marks values that need validation in code: they are recursive, or their rules involve several nodes. */
export const specialKey = 'x-svc-special'
export type Special =
  | 'id'
  | 'condition'
  | 'path'
  | 'blocks'
  | 'others'
  | 'fallback'
  | 'columns'
  | 'sections'
  | 'slots'
  | 'rows'
  | 'translations'
  | 'css'

export function specialOf(schema: TSchema): Special | undefined {
  return schema[specialKey] as Special | undefined
}

/** Name of a theme color, font, class, or asset. */
export const themeName = '^[A-Za-z][A-Za-z0-9_-]{0,63}$'

export const nodeId = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  [specialKey]: 'id',
  [expects]: '1 to 64 letters, digits, _ or -',
  examples: ['hero'],
})

export const dataPath = Type.String({
  minLength: 1,
  maxLength: 256,
  [specialKey]: 'path',
  [expects]: 'a path into the data such as order.items',
  examples: ['customer.first_name'],
})

/** Name of the loop variable. */
export const variableName = Type.String({
  pattern: '^(?!(?:forloop|now)$)[A-Za-z_][A-Za-z0-9_]{0,63}$',
  [expects]: 'a name for one item such as item, of letters, digits and _',
})

const conditionOps = {
  several: literals(['and', 'or']),
  not: Type.Literal('not'),
  presence: literals(['exists', 'empty']),
  comparison: literals(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains']),
  native: Type.Literal('native'),
}
const conditionPath = Type.String({ minLength: 1, maxLength: 256, examples: ['customer.plan'] })
const conditionText = Type.String({ maxLength: 4096 })
const nested = Type.Ref('Condition')

const conditions = [
  closed(
    { op: conditionOps.several, of: Type.Array(nested, { minItems: 1, maxItems: 100 }) },
    { $id: 'ConditionGroup' },
  ),
  closed({ op: conditionOps.not, of: nested }, { $id: 'ConditionNot' }),
  closed({ op: conditionOps.presence, path: conditionPath }, { $id: 'ConditionPresence' }),
  closed(
    {
      op: conditionOps.comparison,
      path: conditionPath,
      value: Type.Union([conditionText, Type.Number(), Type.Boolean(), Type.Null()]),
    },
    { $id: 'ConditionComparison' },
  ),
  closed(
    {
      op: conditionOps.native,
      target: Type.String({ maxLength: 64, description: 'The ESP whose syntax it is.' }),
      before: Type.String({ maxLength: 4096, description: 'The code that opens the condition.' }),
      after: Type.String({ maxLength: 4096, description: 'The code that closes the condition.' }),
    },
    { $id: 'ConditionNative' },
  ),
]

/** A condition. Those inside `of` have the same form, up to 8 deep. `oneOf` is for publishing; readCondition reads it. */
const conditionSchema = Type.Unsafe<Condition>(
  Type.Object({}, { $id: 'Condition', oneOf: conditions, [specialKey]: 'condition', [expects]: 'a condition' }),
)

// A reference, because a block has loops. `allOf` is for publishing; the reader of blocks reads it.
const otherBlock = Type.Object({}, { allOf: [Type.Ref('Block')] })
const otherBlocks = Type.Array(otherBlock, {
  description: 'Blocks shown when the list is empty.',
  [specialKey]: 'others',
})

/** Replacement for an interactive block in output without interactivity. */
export const fallbackSchema = Type.Union(
  [Type.Literal('auto'), Type.Array(Type.Object({}, { additionalProperties: true }))],
  {
    [specialKey]: 'fallback',
    [expects]: 'auto, or a list of blocks',
  },
)

const loopSchema = closed(
  {
    in: dataPath,
    as: variableName,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.loopItems })),
    sample: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.loopItems })),
    else: Type.Optional(otherBlocks),
  },
  { $id: 'Loop', description: 'Renders the node once for each item of a list.' },
)

const on = Type.Optional(Type.Literal(true))
const off = Type.Optional(Type.Literal(false))

/** Properties of every node, besides its type. */
export const commonProperties = {
  id: nodeId,
  name: Type.Optional(Name),
  anchor: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$',
      description: 'Links in the email target the node with `#` and this name.',
      [expects]: 'a name of letters, digits, _ and - that begins with a letter',
      examples: ['offers'],
    }),
  ),
  classes: Type.Optional(
    Type.Array(Type.String({ pattern: themeName, [expects]: 'the name of a theme class' }), { maxItems: 20 }),
  ),
  style: Type.Optional(styleSchema),
  mobile: Type.Optional(styleSchema),
  dark: Type.Optional(darkStyleSchema),
  hide: Type.Optional(closed({ desktop: on, mobile: on })),
  parts: Type.Optional(closed({ html: off, amp: off, text: off })),
  when: Type.Optional(conditionSchema),
  each: Type.Optional(loopSchema),
  lock: Type.Optional(
    closed(
      {
        move: Type.Optional(Type.Boolean()),
        remove: Type.Optional(Type.Boolean()),
        duplicate: Type.Optional(Type.Boolean()),
        style: Type.Optional(Type.Boolean()),
        content: Type.Optional(Type.Union([Type.Literal(true), Type.Literal('text')])),
      },
      { $id: 'Lock' },
    ),
  ),
}

/** A block of any type. The properties of its type are flat members of it. */
export const blockSchema = Type.Object(
  { ...commonProperties, type: Type.String({ minLength: 1, maxLength: 64, examples: ['heading'] }) },
  { $id: 'Block', additionalProperties: true, description: 'One block; its own properties are those of its type.' },
)

const columnWidth = Type.Union(
  [
    closed({ fr: Type.Number({ minimum: 0.01, maximum: 100 }) }),
    closed({ px: Type.Number({ minimum: 1, maximum: 2000 }) }),
    closed({ pct: Type.Number({ minimum: 1, maximum: 100 }) }),
  ],
  { [expects]: 'a width such as { "fr": 1 }, { "px": 200 } or { "pct": 50 }', examples: [{ fr: 1 }] },
)

export const columnSchema = closed(
  {
    ...commonProperties,
    type: Type.Literal('column'),
    width: columnWidth,
    align: Type.Optional(literals(['top', 'middle', 'bottom'])),
    blocks: Type.Array(blockSchema, { [specialKey]: 'blocks' }),
  },
  { $id: 'Column' },
)

const columns = Type.Array(columnSchema, { minItems: 1, maxItems: limits.sectionColumns, [specialKey]: 'columns' })
export const stacking = literals(['stack', 'reverse', 'keep'])

export const sectionSchema = closed(
  {
    ...commonProperties,
    type: Type.Literal('section'),
    band: Type.Optional(styleSchema),
    box: Type.Optional(styleSchema),
    stack: stacking,
    columns,
  },
  { $id: 'Section' },
)

export const groupSchema = closed(
  {
    ...commonProperties,
    type: Type.Literal('group'),
    band: Type.Optional(styleSchema),
    rows: Type.Array(sectionSchema, { [specialKey]: 'sections' }),
  },
  { $id: 'Group' },
)

// The type of a block in a slot is required; readSlots reads the rest by it.
const slotBlock = { type: 'object', required: ['type'], properties: { type: { type: 'string', minLength: 1 } } }
const slotContent = { anyOf: [{ type: 'array', items: slotBlock }, slotBlock] }

export const moduleUseSchema = closed(
  {
    ...commonProperties,
    type: Type.Literal('module'),
    ref: closed({
      id: Type.String({ minLength: 1, maxLength: 100 }),
      version: Type.Union([Type.Literal('latest'), Type.Integer({ minimum: 1 })]),
    }),
    slots: Type.Optional(
      Type.Record(Type.String({ pattern: themeName }), Type.Unknown({ [publishedMark]: slotContent }), {
        additionalProperties: false,
        [specialKey]: 'slots',
        description:
          'Content of the module’s slots: a list of blocks, or an object with `type` and properties for the block there.',
      }),
    ),
  },
  { $id: 'ModuleUse' },
)
