import { type Static, Type } from '@sinclair/typebox'
import { pixels, taggedText, url } from '../document/index.ts'
import { type ComputedStyle, type HtmlContext, defineBlock } from '../render/index.ts'
import { drawItemRow, inlineTable } from './item-row.ts'
import { type Network, networkOf, networks } from './networks.ts'
import { alignField, colorFields, paddingField } from './style-fields.ts'

const schema = Type.Object({
  items: Type.Array(
    Type.Object(
      {
        network: Type.String({ minLength: 1, maxLength: 40 }),
        href: url({ default: '' }),
        label: Type.Optional(taggedText()),
      },
      { additionalProperties: false },
    ),
    { maxItems: 20 },
  ),
  look: Type.Optional(
    Type.Union([Type.Literal('color'), Type.Literal('mono'), Type.Literal('outline')], { default: 'color' }),
  ),
  size: Type.Optional(pixels(16, 64, { default: 32 })),
})

type Social = Static<typeof schema>

export const social = defineBlock({
  type: 'social',
  label: 'Social links',
  schema,
  defaults: {
    items: [
      { network: 'instagram', href: '' },
      { network: 'linkedin', href: '' },
      { network: 'youtube', href: '' },
    ],
    look: 'color',
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
        { prop: 'label', label: 'Label beside the badge', kind: 'text' },
      ],
    },
    {
      prop: 'look',
      label: 'Look',
      kind: 'choice',
      group: 'style',
      options: [
        { value: 'color', label: 'Colours of the networks' },
        { value: 'mono', label: 'One colour' },
        { value: 'outline', label: 'Outline' },
      ],
    },
    { prop: 'size', label: 'Size', kind: 'length', min: 16, max: 64, group: 'style' },
    ...colorFields,
    alignField,
    paddingField,
  ],
  html: (block, context) =>
    drawItemRow(
      block.items.map((item) => drawItem(item, block, context)),
      context,
    ),
  text: (block, context) =>
    block.items
      .map((item) => {
        const label = item.label === undefined ? networkOf(item.network).label : context.plain(item.label)
        const href = context.url(item.href)
        return href === '' ? label : `${label}: ${href}`
      })
      .join('\n'),
})

function drawItem(item: Social['items'][number], { look = 'color', size = 32 }: Social, context: HtmlContext): string {
  const network = networkOf(item.network)
  const href = context.href({ href: item.href })
  const name = href === '' ? 'span' : 'a'
  const style = badgeStyle(network, look, size, context)
  const line = look === 'outline' ? size - 2 : size
  const cell = context.paint({ of: style, mobileOf: {}, box: true })
  const ink = context.paint({
    of: {
      color: style.color,
      darkColor: style.darkColor,
      font: 'Arial,sans-serif',
      size: Math.round(size * 0.42),
      weight: 700,
    } as ComputedStyle,
    mobileOf: {},
    text: true,
    style: `display:block;width:${line}px;line-height:${line}px;text-decoration:none;text-align:center;mso-line-height-rule:exactly`,
  })
  const text = item.label === undefined ? '' : context.text(item.label)
  const role = href === '' ? ' role="img"' : ''
  const spoken =
    text === '' ? `${role} aria-label="${context.attribute(network.label)}"` : ' aria-hidden="true" tabindex="-1"'
  // The letters are a picture: who speaks to his device says the name of the network (WCAG 2.5.3).
  const letters = `<span aria-hidden="true">${context.literal(network.letters)}</span>`
  const badge = `<td width="${line}" height="${line}" align="center"${cell}><${name}${href}${spoken}${ink}>${text === '' ? letters : context.literal(network.letters)}</${name}></td>`
  const beside = context.paint({ text: true, style: 'text-decoration:none' })
  const label = text === '' ? '' : `<td style="padding:0 8px"><${name}${href}${beside}>${text}</${name}></td>`
  return inlineTable(`<tr>${badge}${label}</tr>`, '2px 4px')
}

function badgeStyle(network: Network, look: Social['look'], size: number, context: HtmlContext): ComputedStyle {
  const radius = Math.round(size / 2)
  if (look === 'color') return { background: network.color, color: network.ink ?? '#ffffff', radius }
  const { darkColor } = context.style
  const color = context.style.color ?? '#57606a'
  if (look === 'outline') {
    return { color, darkColor, border: { width: 1, style: 'solid', color }, darkBorder: darkColor, radius }
  }
  const dark = darkColor ?? context.darkColor(color)
  const style: ComputedStyle = {
    background: color,
    darkBackground: darkColor,
    color: inkOn(context.color(color)),
    radius,
  }
  if (dark !== undefined) style.darkColor = inkOn(context.color(dark) ?? dark)
  return style
}

/** Black or white, whichever reads better on the colour (WCAG 2 relative luminance). */
function inkOn(color: string | undefined): string {
  if (color === undefined || !color.startsWith('#')) return '#ffffff'
  const hex = color.length === 4 ? Array.from(color.slice(1), (digit) => digit + digit).join('') : color.slice(1, 7)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? '#000000' : '#ffffff'
}
