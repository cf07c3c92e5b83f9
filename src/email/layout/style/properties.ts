import { readHexColor, meanColor } from '../../web/index.ts'
import { readLength } from './lengths.ts'
import { reportedProperties } from './unpainted.ts'

type Check = (value: string) => boolean

const oneOf = (...words: string[]): Check => {
  const known = new Set(words)
  return (value) => known.has(value.toLowerCase())
}
const inherits = oneOf('inherit', 'initial', 'unset')
const length: Check = (value) => {
  const read = readLength(value)
  return read !== undefined && read !== 'auto'
}
const size: Check = (value) => readLength(value) !== undefined
const positive: Check = (value) => size(value) && !value.startsWith('-')
const color: Check = (value) => readHexColor(value) !== undefined || value.toLowerCase() === 'currentcolor'
const lineStyle = oneOf('none', 'hidden', 'solid', 'dashed', 'dotted', 'double', 'groove', 'ridge', 'inset', 'outset')
const lineWidth: Check = (value) => (length(value) && !value.startsWith('-')) || /^(thin|medium|thick)$/.test(value)
const sides = ['top', 'right', 'bottom', 'left'] as const
const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const
const fontSizes: Check = (value) => /^((xx?-)?(small|large)|medium|smaller|larger)$/i.test(value)

/** Supported properties, with the validation of their values. */
const checks: Readonly<Record<string, Check>> = {
  display: (value) =>
    /^(none|block|inline|(inline-)?(block|table|flex|grid)|table-(row|cell|(row|header|footer)-group)|list-item|flow-root)$/i.test(
      value,
    ),
  'color-scheme': (value) => /^[a-z -]{1,40}$/i.test(value),
  color,
  'background-color': color,
  'background-image': (value) => value === 'none' || addressOf(value) !== undefined,
  // The gradients of `background-image`, as the shorthands write them.
  'background-gradient': (value) =>
    value === 'none' ||
    value
      .split('\n')
      .slice(1)
      .every((each) => meanColor(each) !== undefined),
  'background-size': (value) => value.length < 60 && /^[\w%.\s-]+$/.test(value),
  'background-position': (value) => value.length < 60 && /^[\w%.\s-]+$/.test(value),
  'background-repeat': oneOf('repeat', 'no-repeat', 'repeat-x', 'repeat-y', 'space', 'round'),
  'font-family': (value) => value !== '',
  'font-size': (value) => fontSizes(value) || (positive(value) && value !== 'auto'),
  'font-weight': (value) => /^([1-9]\d{0,2}|1000|normal|bold|bolder|lighter)$/i.test(value),
  'font-style': (value) => /^(normal|italic|oblique)/i.test(value),
  'line-height': (value) => value === 'normal' || (readLength(value, { bare: true }) ?? 'auto') !== 'auto',
  'letter-spacing': (value) => value === 'normal' || length(value),
  'text-transform': oneOf('none', 'uppercase', 'lowercase', 'capitalize'),
  'text-align': oneOf('left', 'right', 'center', 'justify', 'start', 'end', '-webkit-center'),
  'text-decoration-line': (value) => /^(none|(underline|line-through|overline)(\s+|$))+$/i.test(value),
  'text-indent': length,
  'white-space': oneOf('normal', 'nowrap', 'pre', 'pre-wrap', 'pre-line', 'break-spaces'),
  'word-break': oneOf('normal', 'break-all', 'keep-all', 'break-word'),
  'overflow-wrap': oneOf('normal', 'break-word', 'anywhere'),
  direction: oneOf('ltr', 'rtl'),
  visibility: oneOf('visible', 'hidden', 'collapse'),
  'vertical-align': (value) =>
    /^(top|middle|bottom|baseline|sub|super|text-top|text-bottom)$/i.test(value) || length(value),
  'list-style-type': (value) => /^([a-z-]+|"[^"]{0,20}"|'[^']{0,20}')$/i.test(value),
  'box-sizing': oneOf('content-box', 'border-box'),
  'border-collapse': oneOf('collapse', 'separate'),
  'border-spacing': (value) => value.split(/\s+/).every(length),
  'table-layout': oneOf('auto', 'fixed'),
  overflow: oneOf('visible', 'hidden', 'auto', 'scroll', 'clip'),
  opacity: (value) => /^(0|1|0?\.\d+|1\.0+|\d{1,3}%)$/.test(value),
  ...Object.fromEntries(reportedProperties.map((property) => [property, (value: string) => value !== ''])),
  float: oneOf('none', 'left', 'right'),
  clear: oneOf('none', 'left', 'right', 'both'),
  position: oneOf('static', 'relative', 'absolute', 'fixed', 'sticky'),
  width: positive,
  height: positive,
  'min-width': positive,
  'min-height': positive,
  'max-width': (value) => value === 'none' || positive(value),
  'max-height': (value) => value === 'none' || positive(value),
  ...Object.fromEntries(sides.map((side) => [`padding-${side}`, (value: string) => length(value) && positive(value)])),
  ...Object.fromEntries(sides.map((side) => [`margin-${side}`, size])),
  ...Object.fromEntries(sides.map((side) => [`border-${side}-width`, lineWidth])),
  ...Object.fromEntries(sides.map((side) => [`border-${side}-style`, lineStyle])),
  ...Object.fromEntries(sides.map((side) => [`border-${side}-color`, color])),
  ...Object.fromEntries(corners.map((corner) => [`border-${corner}-radius`, length])),
}

/** True for a supported property with a valid value. */
export function accepts(property: string, value: string): boolean {
  return (Object.hasOwn(checks, property) && checks[property]?.(value) === true) || inherits(value)
}

/** The URL in `url(…)`; undefined for other values. */
export function addressOf(value: string): string | undefined {
  const inside = /^url\(([^()]*)\)$/i.exec(value)?.[1]?.trim()
  const match = inside === undefined ? null : /^(?:"([^"']*)"|'([^"']*)'|([^"']*))$/.exec(inside)
  return match?.[1] ?? match?.[2] ?? match?.[3]
}
