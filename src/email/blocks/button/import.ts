import type { Style } from '../../document/index.ts'
import {
  type DesignPart,
  type BlockImport,
  type UnlayerContent,
  type BeefreeModule,
  alignIn,
  bordersOf,
  borderOf,
  borderIn,
  colorIn,
  familyIn,
  numberIn,
  paddingIn,
  paddingOf,
  partOf,
  pixelsIn,
  percentIn,
  styleFrom,
  textIn,
  labelStyle,
  unlayerHref,
} from '../../import/index.ts'

export const buttonImport: BlockImport = {
  unlayer: {
    name: 'button',
    types: ['button'],
    members:
      'text href buttonColors size padding border borderRadius fontFamily fontSize fontWeight lineHeight letterSpacing fullWidth',
    mobileMembers: 'containerPadding textAlign size padding fontSize lineHeight hideMobile',
    read: (content) => [readUnlayer(content)],
  },
  beefree: { members: { button: 'button' }, read: (module) => [readBeefree(module)] },
}

// The text style of the label overrides that of the button.
function readUnlayer({ values, design, placed }: UnlayerContent): DesignPart {
  const colors = partOf(values['buttonColors'])
  const size = partOf(values['size'])
  const line = partOf(values['border'])
  const family = partOf(values['fontFamily'])
  const isOwn = size['autoWidth'] === false
  const letters = pixelsIn(values['fontSize']) ?? 14
  const weight = values['fontWeight'] === undefined ? 400 : Math.round(numberIn(values['fontWeight']) / 100) * 100
  const factor = textIn(values['lineHeight'])
  const style: Style = {
    ...styleFrom({
      ...placed,
      background: colorIn(colors['backgroundColor']) ?? 'transparent',
      color: colorIn(colors['color']) ?? '#ffffff',
      font: design.font(family['value'], family['url']),
      size: letters,
      weight: Math.min(900, Math.max(100, weight || 700)),
      letterSpacing: pixelsIn(values['letterSpacing']),
      lineHeight: factor?.endsWith('%') === true ? Math.min(5, Math.max(0.5, Number.parseFloat(factor) / 100)) : 1.2,
      radius: pixelsIn(values['borderRadius']) ?? 0,
      border: bordersOf((side) =>
        borderOf(line[`border${side}Width`], line[`border${side}Style`], line[`border${side}Color`]),
      ),
      innerPadding: paddingIn(values['padding']) ?? [10, 20, 10, 20],
      width: isOwn ? percentIn(size['width']) : undefined,
    }),
    ...labelStyle(textIn(values['text']) ?? '', letters),
  }
  return {
    type: 'button',
    label: design.text(values['text']),
    href: unlayerHref(values['href'], design) ?? '',
    ...((isOwn && size['width'] === '100%') || values['fullWidth'] === true ? { fullWidth: true } : {}),
    style,
  }
}

function readBeefree({ part, outer, padding, design }: BeefreeModule): DesignPart {
  const own = partOf(part['style'])
  const full = Object.keys(own).length > 0 ? own : part
  const inner = paddingOf(own) ?? [
    pixelsIn(part['contentPaddingTop']) ?? 5,
    pixelsIn(part['contentPaddingRight']) ?? 20,
    pixelsIn(part['contentPaddingBottom']) ?? 5,
    pixelsIn(part['contentPaddingLeft']) ?? 20,
  ]
  const [, width, , color] = /^([\d.]+)px\s+(\w+)\s+(\S.*)$/.exec(textIn(full['border']) ?? '') ?? []
  const size = pixelsIn(full['font-size'] ?? part['size'])
  const factor = textIn(full['line-height'])
  const line = factor?.endsWith('%') === true ? Number.parseFloat(factor) / 100 : Number(factor ?? 2)
  const isFull = textIn(full['width']) === '100%'
  const style = styleFrom({
    padding,
    align: alignIn(outer['text-align'] ?? part['align']) ?? 'center',
    background: colorIn(full['background-color']) ?? 'transparent',
    color: colorIn(full['color'] ?? part['color']) ?? '#ffffff',
    font: familyIn(full['font-family']),
    letterSpacing: pixelsIn(full['letter-spacing']) || undefined,
    width: percentIn(full['width']),
    size: size ?? 16,
    weight: full['font-weight'] === 'bold' || full['font-weight'] === '700' ? 700 : 400,
    lineHeight: line >= 0.5 && line <= 5 ? line : 2,
    radius: pixelsIn(full['border-radius']) ?? 0,
    border:
      bordersOf((side) => borderIn(full[`border-${side.toLowerCase()}`])) ??
      borderOf(width ?? part['border-width'], 'solid', color ?? part['border-color']),
    innerPadding: inner,
  })
  return {
    type: 'button',
    label: design.text(part['label'] ?? part['text']),
    href: design.link(part['href']) ?? '',
    ...(isFull ? { fullWidth: true } : {}),
    style: { ...style, ...labelStyle(textIn(part['label'] ?? part['text']) ?? '', size ?? 16) },
  }
}
