/** The marks of networks in any color. */
import { crc32 } from '../../email/formats/index.ts'
import { maskLevels, maskSide, socialMasks } from './social-masks.ts'

const folder = '/cdn/social/'
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** A mark by its path on the CDN host; undefined for an unknown path. */
export function readSocialIcon(path: string): { bytes: Uint8Array; mime: string } | undefined {
  const bytes = path.startsWith(folder) ? socialIcon(path.slice(folder.length)) : undefined
  return bytes === undefined ? undefined : { bytes, mime: 'image/png' }
}

/**
 * A mark as PNG with a palette (PNG 3, 11.2): the color once per level of coverage, so that the same pixels serve every color
 * and nothing is rendered. `file` is `<network>-<six hexadecimal digits>.png`; undefined for any other.
 */
export function socialIcon(file: string): Uint8Array | undefined {
  const [, network = '', hex = ''] = /^([a-z]{1,40})-([\da-f]{6})\.png$/.exec(file) ?? []
  if (!Object.hasOwn(socialMasks, network)) return undefined
  const color = Buffer.from(hex, 'hex')
  const header = Buffer.alloc(13)
  header.writeUInt32BE(maskSide, 0)
  header.writeUInt32BE(maskSide, 4)
  header.set([8, 3], 8)
  const levels = Array.from({ length: maskLevels }, (_, level) => Math.round((level / (maskLevels - 1)) * 255))
  return Buffer.concat([
    Buffer.from(signature),
    chunkOf('IHDR', header),
    chunkOf('PLTE', Buffer.concat(levels.map(() => color))),
    chunkOf('tRNS', Buffer.from(levels)),
    chunkOf('IDAT', Buffer.from(socialMasks[network] ?? '', 'base64')),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

function chunkOf(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}
