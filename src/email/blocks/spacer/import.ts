import { type BlockImport, partOf, pixelsIn, styleFrom } from '../../import/index.ts'

export const spacerImport: BlockImport = {
  beefree: {
    members: { spacer: 'spacer' },
    read: ({ part, padding }) => [
      {
        type: 'spacer',
        height: Math.min(400, Math.max(1, Math.round(pixelsIn(partOf(part['style'])['height']) ?? 20))),
        style: styleFrom({ padding }),
      },
    ],
  },
}
