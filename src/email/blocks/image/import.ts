import {
  type DesignPart,
  type BlockImport,
  type UnlayerContent,
  type BeefreeModule,
  alignIn,
  bordersOf,
  borderOf,
  partOf,
  pixelsIn,
  percentIn,
  styleFrom,
  textIn,
  unlayerHref,
} from '../../import/index.ts'

export const imageImport: BlockImport = {
  unlayer: {
    name: 'image',
    types: ['image'],
    members: 'src altText action fullWidth maxWidth borderRadius border',
    mobileMembers: 'containerPadding textAlign src hideMobile',
    read: (content) => [readUnlayer(content)],
  },
  beefree: { members: { image: 'image' }, read: (module) => [readBeefree(module)] },
}

// The width as a share of the column is a member of the source; in older designs, of the values.
function readUnlayer({ values, mobile, design, placed }: UnlayerContent): DesignPart {
  const source = partOf(values['src'])
  const natural = pixelsIn(source['width'])
  const share = percentIn(source['maxWidth'] ?? values['maxWidth'])
  const isAuto = source['autoWidth'] !== false && values['fullWidth'] !== true
  const href = unlayerHref(values['action'], design)
  const width = isAuto && natural !== undefined && natural < design.width ? Math.max(1, Math.round(natural)) : undefined
  const shown = source['autoWidth'] === false ? share : undefined
  const line = partOf(values['border'])
  const radius = pixelsIn(values['borderRadius'])
  const style = styleFrom({
    ...placed,
    width: shown,
    radius: radius === 0 ? undefined : radius,
    border: bordersOf((side) =>
      borderOf(line[`border${side}Width`], line[`border${side}Style`], line[`border${side}Color`]),
    ),
  })
  const small = partOf(mobile['src'])
  const narrow = small['autoWidth'] === false ? (percentIn(small['maxWidth']) ?? '100%') : undefined
  return {
    type: 'image',
    src: design.readImageUrl(source['url']),
    alt: design.text(values['altText']),
    ...(href === undefined ? {} : { href }),
    ...(width === undefined ? {} : { width: Math.min(2000, width) }),
    ...(style === undefined ? {} : { style }),
    ...(narrow === undefined ? {} : { mobile: { width: narrow } }),
  }
}

function readBeefree({ part, outer, padding, design, computed }: BeefreeModule): DesignPart {
  // The rendered width is a member of the module; the image contains the size of the file.
  const width = pixelsIn(computed['width'] ?? part['width'] ?? partOf(part['style'])['width'])
  const names = (textIn(computed['class']) ?? '').split(/\s+/)
  const side = names.find((name) => alignIn(name) !== undefined)
  const href = design.link(part['href'])
  const radius = pixelsIn(outer['border-radius'] ?? partOf(part['style'])['border-radius'])
  const style = styleFrom({
    padding,
    align: alignIn(side) ?? alignIn(outer['text-align']) ?? 'center',
    radius: radius === 0 ? undefined : radius,
  })
  return {
    type: 'image',
    src: design.readImageUrl(part['src'] ?? part['dynamicSrc']),
    alt: design.text(part['alt']),
    ...(href === undefined ? {} : { href }),
    ...(width === undefined || width < 1 ? {} : { width: Math.min(2000, Math.round(width)) }),
    ...(names.includes('fullwidthOnMobile') ? { mobile: { width: '100%' } } : {}),
    style,
  }
}
