import { type BlockImport, draftSpacer, partOf, pixelsIn, styleFrom } from '../../import/index.ts'

export const spacerImport: BlockImport = {
  beefree: {
    members: { spacer: 'spacer' },
    read: ({ part, padding }) => [
      {
        ...draftSpacer(pixelsIn(partOf(part['style'])['height']) ?? 20),
        style: styleFrom({ padding }),
      },
    ],
  },
}
