import { pngSignature } from '../containers/png.ts'
import type { ImageFormat } from './facts.ts'
import { decodeText, isSvg } from './svg.ts'

/** The type by content; the file name is ignored. */
export interface FileType {
  mime: string
  /** Set if this module can inspect the format. */
  image?: ImageFormat
  /** Text that contains markup but does not begin with it: a list of email addresses, a calendar with HTML notes. */
  isMixedText?: true
}

/** Bytes at the start of a file that determine its type. */
export const headBytes = 16 * 1024

const unknown: FileType = { mime: 'application/octet-stream' }

interface Signature {
  type: FileType
  first: string | readonly number[]
  further?: { at: number; text: string }
}

const signatures: readonly Signature[] = [
  { type: { mime: 'image/jpeg', image: 'jpeg' }, first: [0xff, 0xd8, 0xff] },
  { type: { mime: 'image/png', image: 'png' }, first: pngSignature },
  { type: { mime: 'image/gif', image: 'gif' }, first: 'GIF87a' },
  { type: { mime: 'image/gif', image: 'gif' }, first: 'GIF89a' },
  { type: { mime: 'image/webp', image: 'webp' }, first: 'RIFF', further: { at: 8, text: 'WEBP' } },
  { type: { mime: 'application/pdf' }, first: '%PDF-' },
  { type: { mime: 'application/zip' }, first: [0x50, 0x4b, 0x03, 0x04] },
  { type: { mime: 'application/zip' }, first: [0x50, 0x4b, 0x05, 0x06] },
  { type: { mime: 'application/gzip' }, first: [0x1f, 0x8b, 0x08] },
  { type: { mime: 'font/woff2' }, first: 'wOF2' },
  { type: { mime: 'font/woff' }, first: 'wOFF' },
  { type: { mime: 'font/otf' }, first: 'OTTO' },
  { type: { mime: 'font/ttf' }, first: [0x00, 0x01, 0x00, 0x00, 0x00] },
  { type: { mime: 'audio/mpeg' }, first: 'ID3' },
  { type: { mime: 'audio/ogg' }, first: 'OggS' },
  { type: { mime: 'audio/wav' }, first: 'RIFF', further: { at: 8, text: 'WAVE' } },
  { type: { mime: 'video/webm' }, first: [0x1a, 0x45, 0xdf, 0xa3] },
  { type: { mime: 'application/x-7z-compressed' }, first: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
  { type: { mime: 'application/vnd.rar' }, first: [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07] },
  // Word, Excel, PowerPoint and Outlook before 2007 (MS-CFB 2.2).
  { type: { mime: 'application/x-ole-storage' }, first: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] },
  { type: { mime: 'image/vnd.adobe.photoshop' }, first: '8BPS' },
  { type: { mime: 'image/bmp' }, first: 'BM' },
  { type: { mime: 'image/tiff' }, first: [0x49, 0x49, 0x2a, 0x00] },
  { type: { mime: 'image/tiff' }, first: [0x4d, 0x4d, 0x00, 0x2a] },
]

/** Brands of ISO base media files (ISO/IEC 14496-12 4.3). */
const brands: readonly [RegExp, string][] = [
  [/^(avif|avis)/, 'image/avif'],
  [/^(heic|heix|hevc|mif1|msf1)/, 'image/heic'],
  [/^qt/, 'video/quicktime'],
  [/^M4A/, 'audio/mp4'],
  [/./, 'video/mp4'],
]

/** `head` has `headBytes` bytes, or the whole file if it is shorter. */
export function typeOfFile(head: Uint8Array): FileType {
  const text = (at: number, length: number) => String.fromCharCode(...head.subarray(at, at + length))
  const known = signatures.find(({ first, further }) => {
    const begins =
      typeof first === 'string' ? text(0, first.length) === first : first.every((byte, at) => head[at] === byte)
    return begins && (further === undefined || text(further.at, further.text.length) === further.text)
  })
  if (known !== undefined) return known.type
  if (text(4, 4) === 'ftyp') return { mime: brands.find(([brand]) => brand.test(text(8, 4)))?.[1] ?? unknown.mime }
  return typeOfText(head)
}

function typeOfText(head: Uint8Array): FileType {
  if (head.length === 0) return unknown
  // A multi-byte character may be cut at the end of the head.
  const cuts = head.length < headBytes ? [0] : [0, 1, 2, 3]
  const read = cuts.map((cut) => decodeText(head.subarray(0, head.length - cut))).find((text) => text !== undefined)
  const source = read ?? decodeOtherText(head)
  if (source === undefined) return unknown
  if (isSvg(source)) return { mime: 'image/svg+xml', image: 'svg' }
  // oxlint-disable-next-line no-control-regex -- that is the question
  if (/[\u0000-\u0008\u000e-\u001f]/.test(source)) return unknown
  // Content that a browser may execute stays application/octet-stream.
  if (!/<[a-z!?/]/i.test(source)) return { mime: 'text/plain' }
  return /^[\s\uFEFF]*</.test(source) ? unknown : { ...unknown, isMixedText: true }
}

// Spreadsheets export CSV as UTF-16 with a byte order mark, or in a legacy code page with letters above ASCII.
function decodeOtherText(head: Uint8Array): string | undefined {
  const encoding =
    head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined
  if (encoding !== undefined) return new TextDecoder(encoding).decode(head)
  const letters = head.reduce((count, byte) => count + (byte < 0x80 ? 1 : 0), 0)
  return letters >= head.length / 2 ? new TextDecoder('windows-1252').decode(head) : undefined
}
