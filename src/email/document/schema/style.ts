import * as Type from '@sinclair/typebox'
import { closed, literals } from '../../../kernel/schema/index.ts'
import type { Box } from '../model.ts'
import { color, url } from '../properties.ts'
import { expects } from './expectation.ts'

/** Marks the four lengths of a box, for which callers may use a shorthand. */
export const boxKey = 'x-svc-box'

const side = Type.Number({ minimum: 0, maximum: 1000 })

/** Top, right, bottom, left in px. */
export const box = Type.Unsafe<Box>(
  Type.Tuple([side, side, side, side], {
    [boxKey]: true,
    [expects]: 'px from 0 to 1000 as one number, [vertical, horizontal] or [top, right, bottom, left]',
    description: 'Top, right, bottom, left in px. On input also one number, or [vertical, horizontal].',
  }),
)

// Names and words below are written into CSS unescaped, so they must not contain characters that end a declaration: ; { } (
// ) \ / < >.
const letter = '[A-Za-z0-9_\\u00c0-\\u024f\\u0370-\\u1fff\\u2c00-\\ud7ff-]'
const word = `${letter}+(?: ${letter}+)*`
const family = `(?:${word}|'${word}'|"${word}")`

/** CSS syntax. */
export const fontStack = Type.String({
  maxLength: 300,
  pattern: `^${family}(?: ?, ?${family})*$`,
  [expects]: 'a font stack such as Helvetica, Arial, sans-serif',
})

/** One font family by name, without quotes. */
export const fontFamily = Type.String({
  maxLength: 100,
  pattern: `^${word}$`,
  [expects]: 'the name of a font family such as Open Sans',
})

/** A theme font or a font stack. */
export const font = Type.String({
  maxLength: 300,
  pattern: `^(?:\\$font\\.[A-Za-z][A-Za-z0-9_-]{0,63}|${family}(?: ?, ?${family})*)$`,
  [expects]: '$font.name of the theme, or a font stack such as Helvetica, Arial, sans-serif',
})

const place = '(?:left|center|right|top|bottom|\\d{1,3}%|-?\\d{1,4}px)'

export const backgroundImage = closed(
  {
    src: url(),
    size: Type.Optional(literals(['cover', 'contain', 'auto'])),
    position: Type.Optional(
      Type.String({ pattern: `^${place}(?: ${place})?$`, [expects]: 'a position such as center top or 50% 20px' }),
    ),
    repeat: Type.Optional(literals(['no-repeat', 'repeat', 'repeat-x', 'repeat-y'])),
  },
  { $id: 'BackgroundImage' },
)

const border = closed(
  {
    width: Type.Number({ minimum: 0, maximum: 100 }),
    style: literals(['solid', 'dashed', 'dotted']),
    color: color(),
    sides: Type.Optional(
      Type.Array(literals(['top', 'right', 'bottom', 'left']), { minItems: 1, maxItems: 4, uniqueItems: true }),
    ),
  },
  { $id: 'Border' },
)

const width = Type.Unsafe<number | `${number}%`>(
  Type.Union(
    [Type.Number({ minimum: 1, maximum: 2000 }), Type.String({ pattern: '^(?:100|[1-9]?\\d(?:\\.\\d{1,3})?)%$' })],
    { [expects]: 'px from 1 to 2000, or a share of the column such as "50%"' },
  ),
)

/** Visual properties of a node, a layer or a class; lengths in px. */
export const styleSchema = closed(
  {
    padding: Type.Optional(box),
    background: Type.Optional(color()),
    backgroundImage: Type.Optional(backgroundImage),
    border: Type.Optional(border),
    radius: Type.Optional(Type.Number({ minimum: 0, maximum: 1000 })),
    corners: Type.Optional(
      Type.Array(literals(['top-left', 'top-right', 'bottom-right', 'bottom-left']), {
        minItems: 1,
        maxItems: 4,
        uniqueItems: true,
        description: 'Corners that `radius` rounds; default all.',
      }),
    ),
    color: Type.Optional(color()),
    font: Type.Optional(font),
    size: Type.Optional(Type.Number({ minimum: 1, maximum: 200 })),
    weight: Type.Optional(Type.Integer({ minimum: 100, maximum: 900, multipleOf: 100 })),
    italic: Type.Optional(Type.Boolean()),
    lineHeight: Type.Optional(Type.Number({ minimum: 0.5, maximum: 5 })),
    letterSpacing: Type.Optional(Type.Number({ minimum: -10, maximum: 50 })),
    spacing: Type.Optional(Type.Number({ minimum: 0, maximum: 200 })),
    transform: Type.Optional(literals(['uppercase', 'lowercase', 'capitalize', 'none'])),
    decoration: Type.Optional(literals(['underline', 'none'])),
    align: Type.Optional(literals(['left', 'center', 'right', 'justify'])),
    valign: Type.Optional(literals(['top', 'middle', 'bottom'])),
    width: Type.Optional(width),
    minHeight: Type.Optional(Type.Number({ minimum: 0, maximum: 2000 })),
    innerPadding: Type.Optional(box),
  },
  { $id: 'Style', description: 'Visual properties; lengths in px. Only differences from the theme are stored.' },
)

export const darkStyleSchema = closed(
  {
    background: Type.Optional(color()),
    color: Type.Optional(color()),
    borderColor: Type.Optional(color()),
  },
  { $id: 'DarkStyle' },
)
