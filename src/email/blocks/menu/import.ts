import {
  type DesignPart,
  type BlockImport,
  type UnlayerContent,
  type BeefreeModule,
  alignIn,
  colorIn,
  familyIn,
  numberIn,
  paddingIn,
  paddingOf,
  partOf,
  partsOf,
  pixelsIn,
  styleFrom,
  unlayerHref,
} from '../../import/index.ts'

export const menuImport: BlockImport = {
  unlayer: {
    name: 'menu',
    types: ['menu'],
    members: 'menu fontFamily fontSize fontWeight letterSpacing textColor linkColor layout separator padding',
    mobileMembers: 'containerPadding textAlign align padding fontSize layout hideMobile',
    read: (content) => [readUnlayer(content)],
  },
  beefree: { members: { menu: 'menuItemsList' }, read: (module) => [readBeefree(module)] },
}

// The text color is that of links if an item has a URL.
function readUnlayer({ values, design, placed }: UnlayerContent): DesignPart {
  const family = partOf(values['fontFamily'])
  const weight = Math.round(numberIn(values['fontWeight']) / 100) * 100
  const items = partsOf(partOf(values['menu'])['items'])
    .slice(0, 20)
    .map((item) => ({ label: design.text(item['text']), href: unlayerHref(item['link'], design) ?? '' }))
  const leads = items.some(({ href }) => href !== '')
  const style = styleFrom({
    ...placed,
    color: colorIn(leads ? (values['linkColor'] ?? values['textColor']) : (values['textColor'] ?? values['linkColor'])),
    font: design.font(family['value'], family['url']),
    size: pixelsIn(values['fontSize']),
    weight: weight >= 100 && weight <= 900 ? weight : undefined,
    letterSpacing: pixelsIn(values['letterSpacing']),
    innerPadding: paddingIn(values['padding']),
  })
  const separator = design.text(values['separator'])
  return {
    type: 'menu',
    items,
    layout: values['layout'] === 'vertical' ? 'stack' : 'row',
    ...(separator === '' ? {} : { separator: separator.slice(0, 5) }),
    ...(style === undefined ? {} : { style }),
  }
}

function readBeefree({ part, padding, design, align, computed }: BeefreeModule): DesignPart {
  const own = partOf(part['style'])
  const items = partsOf(part['items'] ?? partOf(part['menuItemsList'])['items']).slice(0, 20)
  return {
    type: 'menu',
    items: items.map((item) => ({
      label: design.text(item['text']),
      href: design.link(partOf(item['link'])['href']) ?? '',
    })),
    ...(computed['layout'] === 'vertical' ? { layout: 'stack' } : {}),
    style: styleFrom({
      padding,
      align: align ?? alignIn(own['text-align']) ?? 'center',
      color: colorIn(own['color']),
      font: familyIn(own['font-family']),
      size: pixelsIn(own['font-size']),
      letterSpacing: pixelsIn(own['letter-spacing']) || undefined,
      innerPadding: paddingOf(own),
    }),
  }
}
