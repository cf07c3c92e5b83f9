import {
  type DesignPart,
  type BlockImport,
  type BeefreeModule,
  colorIn,
  familyIn,
  partOf,
  partsOf,
  pixelsIn,
  styleFrom,
} from '../../import/index.ts'

export const iconsImport: BlockImport = {
  beefree: { members: { icons: 'iconsList' }, read: (module) => [readBeefree(module)] },
}

function readBeefree({ part, padding, design, align }: BeefreeModule): DesignPart {
  const own = partOf(part['style'])
  const size = pixelsIn(partsOf(part['icons'])[0]?.['width'])
  const items = partsOf(part['icons'])
    .slice(0, 20)
    .map((icon) => {
      const href = design.link(icon['href'])
      const label = design.text(icon['text'])
      return {
        src: design.readImageUrl(icon['image']),
        alt: design.text(icon['alt']),
        ...(label === '' ? {} : { label }),
        ...(href === undefined ? {} : { href }),
      }
    })
  const style = styleFrom({
    padding,
    align: align ?? 'center',
    color: colorIn(own['color']),
    font: familyIn(own['font-family']),
    size: pixelsIn(own['font-size']),
  })
  return {
    type: 'icons',
    items,
    ...(size === undefined ? {} : { size: Math.min(200, Math.max(8, Math.round(size))) }),
    style,
  }
}
