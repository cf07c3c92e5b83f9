import {
  type DesignPart,
  type BlockImport,
  type UnlayerContent,
  type BeefreeModule,
  partOf,
  partsOf,
  pixelsIn,
  styleFrom,
  textIn,
} from '../../import/index.ts'

export const socialImport: BlockImport = {
  unlayer: {
    name: 'social',
    types: ['social'],
    members: 'icons spacing iconSize',
    mobileMembers: 'containerPadding align hideMobile',
    read: (content) => [readUnlayer(content)],
  },
  beefree: { members: { social: 'iconsList' }, read: (module) => [readBeefree(module)] },
}

// Links to networks become badges, with the shape and color of the icon set.
function readUnlayer({ values, design, placed }: UnlayerContent): DesignPart {
  const set = partOf(values['icons'])
  const kind = textIn(set['iconType']) ?? ''
  const color = kind.endsWith('-black') ? '#000000' : kind.endsWith('-white') ? '#ffffff' : undefined
  const half = (pixelsIn(values['spacing']) ?? 5) / 2
  const style = styleFrom({ ...placed, align: placed.align ?? 'center', innerPadding: [0, half, 0, half] })
  const icons = partsOf(set['icons']).slice(0, 20)
  return {
    type: 'social',
    items: icons.map((icon) => ({
      network: networkName(textIn(icon['name'])),
      href: design.link(icon['url']) ?? '',
      ...(color === undefined ? {} : { color }),
    })),
    size: Math.min(64, Math.max(16, Math.round(pixelsIn(values['iconSize']) ?? 32))),
    ...(kind.startsWith('squared') ? { radius: 0 } : kind.startsWith('rounded') ? { radius: 6 } : {}),
    ...(style === undefined ? {} : { style }),
  }
}

function readBeefree({ part, padding, design, align, computed }: BeefreeModule): DesignPart {
  const size = pixelsIn(computed['iconsDefaultWidth'])
  const icons = partsOf(part['icons']).slice(0, 20)
  return {
    type: 'social',
    items: icons.map((icon) => {
      const image = partOf(icon['image'])
      const name = (textIn(icon['id'] ?? icon['name'] ?? image['title']) ?? 'website')
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
        .slice(0, 40)
      return {
        network: name === '' ? 'website' : name === 'twitter' ? 'x' : name,
        href: design.link(image['href'] ?? icon['href']) ?? '',
      }
    }),
    ...(size === undefined ? {} : { size: Math.min(128, Math.max(8, Math.round(size))) }),
    style: styleFrom({ padding, align: align ?? 'center' }),
  }
}

function networkName(name = 'website'): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 40)
  return plain === 'twitter' ? 'x' : plain === '' ? 'website' : plain
}
