import { type DesignPart, type BlockImport, type UnlayerContent, partOf, styleFrom } from '../../import/index.ts'

export const videoImport: BlockImport = {
  unlayer: {
    name: 'video',
    types: ['video'],
    members: 'video src altText',
    read: (content) => [readUnlayer(content)],
  },
  beefree: {
    members: { video: 'video' },
    read: ({ part, padding, design }) => [
      {
        type: 'video',
        href: design.link(part['src'] ?? part['href']) ?? '',
        poster: design.readImageUrl(part['thumbSrc'] ?? part['thumb']),
        alt: design.text(part['alt']),
        style: styleFrom({ padding }),
      },
    ],
  },
}

function readUnlayer({ values, padding, design }: UnlayerContent): DesignPart {
  const video = partOf(values['video'])
  const style = styleFrom({ padding })
  return {
    type: 'video',
    href: design.link(video['url'] ?? video['videoUrl']) ?? '',
    poster: design.readImageUrl(video['thumbnail'] ?? video['thumbnailUrl'] ?? partOf(values['src'])['url']),
    alt: design.text(values['altText']),
    ...(style === undefined ? {} : { style }),
  }
}
