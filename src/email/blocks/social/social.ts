import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { type Style, color, pixels, taggedText, url } from '../../document/index.ts'
import { type BlockImage, type ComputedStyle, type HtmlContext, boxLengths, defineBlock } from '../../render/index.ts'
import { renderItemRow, inlineTable } from '../item-row.ts'
import { renderImage } from '../image-markup.ts'
import { type Network, networkOf, networks } from './networks.ts'
import { styled } from '../paint.ts'
import { alignField, colorFields, paddingField } from '../style-fields.ts'

const schema = Type.Object({
  items: Type.Array(
    Type.Object(
      {
        network: Type.String({ minLength: 1, maxLength: 40 }),
        href: url({ default: '' }),
        label: Type.Optional(taggedText()),
        src: Type.Optional(url({ description: 'An image on the badge instead of its letters.' })),
        color: Type.Optional(color({ description: 'Color of the badge instead of that of the network.' })),
      },
      { additionalProperties: false },
    ),
    { maxItems: 20 },
  ),
  look: Type.Optional(
    Type.Union([Type.Literal('color'), Type.Literal('mono'), Type.Literal('outline')], { default: 'color' }),
  ),
  icon: Type.Optional(
    Type.Union([Type.Literal('letters'), Type.Literal('logo')], {
      default: 'letters',
      description:
        '`logo`: the mark of the network, an image of this service. Networks without one, and colors that are merge tags or ' +
        'translucent, have letters.',
    }),
  ),
  size: Type.Optional(pixels(8, 128, { default: 32 })),
  radius: Type.Optional(pixels(0, 64, { description: 'Corner radius of a badge; a circle by default.' })),
  layout: Type.Optional(Type.Union([Type.Literal('row'), Type.Literal('stack')], { default: 'row' })),
})

type Social = Static<typeof schema>

export const social = defineBlock({
  type: 'social',
  label: 'Social links',
  icon: 'M15 5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM3 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM15 19a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM8.59 13.51L15.42 17.49M15.41 6.51L8.59 10.49',
  schema,
  defaults: {
    items: [
      { network: 'instagram', href: '' },
      { network: 'linkedin', href: '' },
      { network: 'youtube', href: '' },
    ],
    look: 'color',
    icon: 'logo',
    size: 32,
    style: { padding: [16, 24, 16, 24], align: 'center' },
  },
  fields: [
    {
      prop: 'items',
      label: 'Links',
      kind: 'list',
      group: 'content',
      item: [
        {
          prop: 'network',
          label: 'Network',
          kind: 'choice',
          options: Object.entries(networks).map(([value, { label }]) => ({ value, label })),
        },
        { prop: 'href', label: 'Link', kind: 'link' },
        { prop: 'label', label: 'Label next to icon', kind: 'text' },
        { prop: 'src', label: 'Custom image', kind: 'image' },
        { prop: 'color', label: 'Custom color', kind: 'color' },
      ],
    },
    {
      prop: 'look',
      label: 'Style',
      kind: 'choice',
      group: 'style',
      options: [
        { value: 'color', label: 'Brand colors' },
        { value: 'mono', label: 'Single color' },
        { value: 'outline', label: 'Outline' },
      ],
    },
    {
      prop: 'icon',
      label: 'Icons',
      kind: 'choice',
      group: 'style',
      options: [
        { value: 'logo', label: 'Logos' },
        { value: 'letters', label: 'Letters' },
      ],
    },
    { prop: 'size', label: 'Size', kind: 'length', min: 8, max: 128, group: 'style' },
    { prop: 'radius', label: 'Corner radius', kind: 'length', min: 0, max: 64, group: 'style' },
    {
      prop: 'layout',
      label: 'Layout',
      kind: 'choice',
      group: 'layout',
      options: [
        { value: 'row', label: 'Horizontal' },
        { value: 'stack', label: 'Vertical' },
      ],
    },
    { prop: 'style.innerPadding', label: 'Badge spacing', kind: 'box', group: 'layout' },
    ...colorFields,
    alignField,
    paddingField,
  ],
  html: (block, context) => {
    const items: string[] = []
    for (const item of block.items) items.push(renderItem(item, block, context))
    return block.layout === 'stack' ? items.map((item) => `<div>${item}</div>`).join('') : renderItemRow(items, context)
  },
  text: (block, context) =>
    block.items
      .map((item) => {
        const label = item.label === undefined ? networkOf(item.network).label : context.plain(item.label)
        const href = context.url(item.href)
        return href === '' ? label : `${label}: ${href}`
      })
      .join('\n'),
})

function renderItem(item: Social['items'][number], block: Social, context: HtmlContext): string {
  const { look = 'color', size = 32, radius = Math.round(size / 2) } = block
  const network = networkOf(item.network)
  const href = context.href({ href: item.href })
  const style = badgeStyle(network, { look, radius, color: item.color }, context)
  const image =
    item.src === undefined || item.src === ''
      ? block.icon === 'logo'
        ? logoOf(item.network, style, context)
        : undefined
      : context.resolveImage(item.src)
  const line = look === 'outline' ? size - 2 : size
  const text = item.label === undefined ? '' : context.text(item.label)
  const face =
    image === undefined
      ? renderLetters(
          network,
          { style, size, line, href, text, mobileOf: mobileTextColor(item, look, context) },
          context,
        )
      : renderFace(
          renderImage(
            image,
            {
              alt: text === '' ? network.label : '',
              width: line,
              height: line,
              altStyle: style.color === undefined ? {} : { color: style.color },
            },
            context,
          ),
          // The label is the same link, with a name.
          href === '' || text === '' ? href : `${href} aria-hidden="true" tabindex="-1"`,
        )
  const cell = context.paint({ of: style, mobileOf: mobileBadge(item, look, context), box: true })
  const badge = `<td width="${line}" height="${line}" align="center"${cell}>${face}</td>`
  const labelStyle = context.paint({ text: true, style: 'text-decoration:none' })
  const name = href === '' ? 'span' : 'a'
  const label =
    text === '' ? '' : `<td${styled(context, 'padding:0 8px')}><${name}${href}${labelStyle}>${text}</${name}></td>`
  const padding = context.style.innerPadding
  return inlineTable(`<tr>${badge}${label}</tr>`, padding === undefined ? '2px 4px' : boxLengths(padding), context)
}

// The mark in the color of the letters; undefined without a mark, or if no URL can express the color.
function logoOf(network: string, { color, darkColor }: ComputedStyle, context: HtmlContext): BlockImage | undefined {
  const urlIn = (of: string | undefined) => {
    const hex = of === undefined ? undefined : hexDigits(context.color(of) ?? of)
    return hex === undefined ? undefined : `/cdn/social/${network.toLowerCase()}-${hex}.png`
  }
  const url = Object.hasOwn(networks, network.toLowerCase()) ? urlIn(color) : undefined
  const dark = darkColor ?? (color === undefined ? undefined : context.darkColor(color))
  return url === undefined ? undefined : context.resolveImage(url, urlIn(dark))
}

// Undefined for translucent colors and merge tags.
function hexDigits(color: string): string | undefined {
  if (!/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(color)) return undefined
  const hex = color.slice(1).toLowerCase()
  return hex.length === 6 ? hex : Array.from(hex, (digit) => digit + digit).join('')
}

function renderFace(image: string, href: string): string {
  return href === '' ? image : `<a${href}>${image}</a>`
}

interface Letters {
  style: ComputedStyle
  size: number
  /** Line height inside the border, px. */
  line: number
  href: string
  text: string
  mobileOf: Style
}

function renderLetters(
  network: Network,
  { style, size, line, href, text, mobileOf }: Letters,
  context: HtmlContext,
): string {
  const name = href === '' ? 'span' : 'a'
  const textColor = context.paint({
    of: {
      color: style.color,
      darkColor: style.darkColor,
      font: 'Arial,sans-serif',
      size: Math.max(1, Math.round(size * 0.42)),
      weight: 700,
    } as ComputedStyle,
    mobileOf,
    text: true,
    style: `display:block;width:${line}px;line-height:${line}px;text-decoration:none;text-align:center;mso-line-height-rule:exactly`,
  })
  const role = href === '' ? ' role="img"' : ''
  const labelAttributes =
    text === '' ? `${role} aria-label="${context.attribute(network.label)}"` : ' aria-hidden="true" tabindex="-1"'
  // The letters are an image: voice control uses the name of the network (WCAG 2.5.3).
  const letters = `<span aria-hidden="true">${context.literal(network.letters)}</span>`
  return `<${name}${href}${labelAttributes}${textColor}>${text === '' ? letters : context.literal(network.letters)}</${name}>`
}

type Item = Social['items'][number]
type SocialLook = NonNullable<Social['look']>

// Single-color badges have the color of the text, on phones too.
function mobileBadge(item: Item, look: SocialLook, { mobile: { color } }: HtmlContext): Style {
  if (color === undefined || look === 'color' || item.color !== undefined) return {}
  return look === 'mono' ? { background: color } : { border: { width: 1, style: 'solid', color } }
}

function mobileTextColor(item: Item, look: SocialLook, context: HtmlContext): Style {
  const { color } = context.mobile
  if (color === undefined || look === 'color' || item.color !== undefined) return {}
  return { color: look === 'mono' ? readableTextColor(context.color(color)) : color }
}

interface Badge {
  look: SocialLook
  radius: number
  /** Overrides the color of this item. */
  color: string | undefined
}

function badgeStyle(network: Network, { look, radius, color: own }: Badge, context: HtmlContext): ComputedStyle {
  if (look === 'color') {
    const textColor = own === undefined ? (network.textColor ?? '#ffffff') : readableTextColor(context.color(own))
    return { background: own ?? network.color, color: textColor, radius }
  }
  const { darkColor } = context.style
  const color = own ?? context.style.color ?? '#57606a'
  if (look === 'outline') {
    return { color, darkColor, border: { width: 1, style: 'solid', color }, darkBorder: darkColor, radius }
  }
  const dark = darkColor ?? context.darkColor(color)
  const style: ComputedStyle = {
    background: color,
    darkBackground: darkColor,
    color: readableTextColor(context.color(color)),
    radius,
  }
  if (dark !== undefined) style.darkColor = readableTextColor(context.color(dark) ?? dark)
  return style
}

/** Black or white, by contrast (WCAG 2 relative luminance). */
function readableTextColor(color: string | undefined): string {
  if (color === undefined || !color.startsWith('#')) return '#ffffff'
  const hex = hexDigits(color) ?? color.slice(1, 7)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? '#000000' : '#ffffff'
}
