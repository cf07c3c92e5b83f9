import {
  type DesignPart,
  type BlockImport,
  type UnlayerContent,
  type BeefreeModule,
  alignIn,
  colorIn,
  numberIn,
  partOf,
  pixelsIn,
  percentIn,
  styleFrom,
  textIn,
  draftSpacer,
} from '../../import/index.ts'

export const dividerImport: BlockImport = {
  unlayer: {
    name: 'divider',
    types: ['divider'],
    members: 'border width',
    mobileMembers: 'containerPadding textAlign width hideMobile',
    read: (content) => [readUnlayer(content)],
  },
  beefree: { members: { divider: 'divider' }, read: (module) => [readBeefree(module)] },
}

// A line without thickness becomes a spacer.
function readUnlayer({ values, placed }: UnlayerContent): DesignPart {
  const line = partOf(values['border'])
  const thickness = pixelsIn(line['borderTopWidth']) ?? 1
  const [top = 0, , bottom = 0] = placed.padding ?? []
  if (thickness <= 0) return draftSpacer(top + bottom)
  const style = styleFrom({ ...placed, width: percentIn(values['width']) })
  const kind = line['borderTopStyle']
  const rendered = {
    type: 'divider',
    thickness: Math.min(40, Math.max(1, Math.round(thickness))),
    color: colorIn(line['borderTopColor']) ?? '#bbbbbb',
    line: kind === 'dashed' || kind === 'dotted' ? kind : 'solid',
  }
  return style === undefined ? rendered : { ...rendered, style }
}

// An invisible line becomes a spacer.
function readBeefree({ part, computed, padding }: BeefreeModule): DesignPart {
  const line = partOf(part['style'])
  const [, width, kind, color] = /^([\d.]+)px\s+(\w+)\s+(\S.*)$/.exec(textIn(line['border-top']) ?? '') ?? []
  const thickness = numberIn(width ?? part['height'])
  const lineColor = colorIn(color ?? part['color'])
  const isInvisible = thickness === 0 || (color !== undefined && lineColor === undefined)
  if (isInvisible) {
    const inner = Math.max(pixelsIn(line['height']) ?? 0, Number.isNaN(thickness) ? 0 : thickness)
    const height = (padding?.[0] ?? 0) + (padding?.[2] ?? 0) + inner
    return draftSpacer(height)
  }
  const style = styleFrom({ padding, align: alignIn(computed['align']), width: percentIn(line['width']) })
  const rendered = {
    type: 'divider',
    thickness: Math.min(40, Math.max(1, Math.round(thickness || 1))),
    color: lineColor ?? '#bbbbbb',
    line: kind === 'dashed' || kind === 'dotted' ? kind : 'solid',
  }
  return style === undefined ? rendered : { ...rendered, style }
}
