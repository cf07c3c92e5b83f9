import * as Type from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { isPath, readInstant, isNativeTag, parseTagged, printTag } from '../../data/index.ts'
import { instantOrPath, taggedText } from '../../document/index.ts'
import { type HtmlContext, type TextContext, defineBlock } from '../../render/index.ts'
import { alignAttribute, mobileMargin, plainPaint } from '../paint.ts'
import { renderImage } from '../image-markup.ts'
import { alignField, colorFields, frameFields, paddingField, typeFields } from '../style-fields.ts'

const word = (text: string) => taggedText({ default: text, maxLength: 40 })

const schema = Type.Object({
  until: instantOrPath(),
  labels: Type.Optional(
    Type.Object(
      { days: word('days'), hours: word('hours'), minutes: word('minutes'), seconds: Type.Optional(word('seconds')) },
      { additionalProperties: false },
    ),
  ),
  expiredText: Type.Optional(taggedText()),
  look: Type.Optional(Type.Union([Type.Literal('boxes'), Type.Literal('image')], { default: 'boxes' })),
})

type Countdown = Static<typeof schema>

/**
 * The time left at rendering, in boxes: emails have no clock. As an image it shows the time left at opening, with the
 * deadline in its alternative text. Without a time of rendering, or if the ESP fills in the deadline, the deadline
 * itself is shown.
 */
export const countdown = defineBlock({
  type: 'countdown',
  label: 'Countdown',
  icon: 'M10 2L14 2M12 14L15 11M4 14a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z',
  schema,
  defaults: {
    until: '2030-01-01T00:00:00Z',
    labels: { days: 'days', hours: 'hours', minutes: 'minutes' },
    expiredText: 'This offer has ended.',
    style: { padding: [16, 24, 16, 24], align: 'center' },
  },
  fields: [
    { prop: 'until', label: 'End date', kind: 'date', group: 'content' },
    { prop: 'labels.days', label: 'Days', kind: 'text', group: 'content' },
    { prop: 'labels.hours', label: 'Hours', kind: 'text', group: 'content' },
    { prop: 'labels.minutes', label: 'Minutes', kind: 'text', group: 'content' },
    { prop: 'labels.seconds', label: 'Seconds', kind: 'text', group: 'content' },
    { prop: 'expiredText', label: 'Expired message', kind: 'text', group: 'content' },
    {
      prop: 'look',
      label: 'Style',
      kind: 'choice',
      group: 'style',
      options: [
        { value: 'boxes', label: 'Boxes, fixed at send time' },
        { value: 'image', label: 'Animated image' },
      ],
    },
    ...typeFields,
    ...colorFields,
    ...frameFields,
    { prop: 'style.innerPadding', label: 'Box padding', kind: 'box', group: 'layout' },
    alignField,
    paddingField,
  ],
  box: 'own',
  inherits: ['align', 'font'],
  element: () => [
    {
      size: 28,
      weight: 700,
      lineHeight: 1.2,
      background: '#1f2328',
      color: '#ffffff',
      radius: 6,
      innerPadding: [12, 12, 12, 12],
    },
  ],
  html: (block, context) => {
    if (block.look === 'image') return renderRunning(block, context)
    const state = stateOf(block, context)
    if (typeof state === 'string') return renderNotice(state, context)
    const table = plainPaint(context, '', mobileMargin(context))
    const boxes = state.map(([number, label]) => renderBox(number, label, context))
    return `<table role="presentation" cellpadding="0" cellspacing="0"${alignAttribute(context)}${table}><tr>${boxes.join('<td width="8">&nbsp;</td>')}</tr></table>`
  },
  text: (block, context) => {
    const state = block.look === 'image' ? deadlineTag(block.until) : stateOf(block, context)
    if (typeof state === 'string') return context.wrap(context.plain(state))
    return state.map(([number, label]) => `${number} ${context.plain(label)}`).join(', ')
  },
})

type DigitPart = readonly [number: string, label: string]

/** The remaining time, or the text after the end. */
function stateOf(block: Countdown, context: HtmlContext | TextContext): readonly DigitPart[] | string {
  const until = deadlineOf(block.until, context)
  if (until === undefined || context.now === undefined) return deadlineTag(block.until)
  const left = Math.floor((until - context.now) / 1000)
  if (left <= 0) return block.expiredText ?? ''
  const { days = 'days', hours = 'hours', minutes = 'minutes', seconds } = block.labels ?? {}
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const parts: DigitPart[] = [
    [two(left / 86_400), days],
    [two((left % 86_400) / 3600), hours],
    [two((left % 3600) / 60), minutes],
  ]
  return seconds === undefined || seconds === '' ? parts : [...parts, [two(left % 60), seconds]]
}

function deadlineOf(until: string, context: HtmlContext | TextContext): number | undefined {
  const own = readInstant(until)
  if (own !== undefined) return own
  const value = context.lookup(until)
  const instant = readInstant(value)
  if (value !== undefined && instant === undefined) {
    context.warn('INVALID_INSTANT', `The value of ${until} is not a date: use ISO 8601, such as 2030-01-31T18:00:00Z.`)
  }
  return instant
}

// The localized date, as a merge tag so that the ESP can format it too.
function deadlineTag(until: string): string {
  if (readInstant(until) !== undefined) return until.slice(0, 10)
  return isPath(until) ? `{{ ${until} | date }}` : ''
}

function renderRunning(block: Countdown, context: HtmlContext): string {
  const image = context.resolveImage(clockAddress(block, context))
  if (image === undefined) return renderNotice(deadlineTag(block.until), context)
  const altStyle = { color: context.theme.text?.color ?? '#1f2328' }
  return renderImage(image, { alt: deadlineTag(block.until), width: clockWidth(block, context), altStyle }, context)
}

function renderNotice(text: string, context: HtmlContext): string {
  if (text === '') return ''
  const { color: _color, darkColor: _dark, background: _face, ...style } = context.style
  const paint = context.paint({ of: { ...style, color: context.theme.text?.color ?? '#1f2328', size: 16 }, text: true })
  return `<span${paint}>${context.text(text)}</span>`
}

function renderBox(number: string, label: string, context: HtmlContext): string {
  const { style } = context
  const face = context.paint({ box: true, padding: 'innerPadding' })
  const digits = context.paint({ text: true })
  const { weight: _weight, lineHeight: _height, size, ...mobile } = context.mobile
  const small = context.paint({
    of: { ...style, size: labelSize(style.size ?? 28), weight: 400, lineHeight: 1.4 },
    mobileOf: size === undefined ? mobile : { ...mobile, size: labelSize(size) },
    text: true,
  })
  return `<td align="center" width="72"${face}><div${digits}>${number}</div><div${small}>${context.text(label)}</div></td>`
}

function labelSize(size: number): number {
  return Math.max(11, Math.round(size * 0.43))
}

interface Clock {
  until: string
  labels?: { days: string; hours: string; minutes: string; seconds?: string }
  expiredText?: string
}

/** Minimum and maximum digit size in the image, px. */
const [smallest, largest] = [16, 96]

/** URL of the countdown image, with the document's merge tags. */
function clockAddress({ until, labels, expiredText }: Clock, context: HtmlContext): string {
  const { days = 'days', hours = 'hours', minutes = 'minutes', seconds = '' } = labels ?? {}
  const words = [days, hours, minutes, seconds].filter((word) => word !== '')
  const { color, background } = context.style
  const parameters = {
    until: isPath(until) ? `{{ ${until} | url_encode }}` : encodeURIComponent(until),
    color: hexOf(color === undefined ? undefined : context.color(color)),
    background: hexOf(background === undefined ? undefined : context.color(background)),
    size: String(sizeOf(context)),
    labels: words.map((word) => encodeTagged(word.replaceAll(',', ' '))).join(','),
    expired: encodeTagged(expiredText ?? ''),
  }
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return `/cdn/countdown.gif?${given.map(([name, value]) => `${name}=${value}`).join('&')}`
}

/** Width on screen in px. */
function clockWidth({ labels }: Clock, context: HtmlContext): number {
  return sizeOf(context) * (labels?.seconds === undefined || labels.seconds === '' ? 9 : 12)
}

function sizeOf({ style: { size = 28 } }: HtmlContext): number {
  return Math.min(largest, Math.max(smallest, Math.round(size)))
}

// Six digits without the number sign; empty for other colors, such as translucent ones.
function hexOf(color: string | undefined): string {
  if (color === undefined || !/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(color)) return ''
  const hex = color.slice(1).toLowerCase()
  return hex.length === 6 ? hex : Array.from(hex, (digit) => digit + digit).join('')
}

// Query text: literal text is encoded, a tag encodes its own value.
function encodeTagged(source: string): string {
  const { parts } = parseTagged(source)
  return parts
    .map((part) => {
      if (typeof part === 'string') return encodeURIComponent(part.toWellFormed())
      if (isNativeTag(part)) return printTag(part)
      const { filters = [] } = part
      const isEncoded = filters.some(({ name }) => name === 'url')
      return printTag(isEncoded ? part : { ...part, filters: [...filters, { name: 'url' }] })
    })
    .join('')
}
