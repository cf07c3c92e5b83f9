import { type Length, inPixels, readLength } from '../style/lengths.ts'
import type { BackgroundImage } from '../style/computed-style.ts'

/** Px from the top left corner of the page. */
export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A background image: its first tile in px from the padding edge, and its repetition. */
export interface Tile extends Rect {
  readonly src: string
  readonly repeat: Repeat
}

export type Repeat = 'repeat' | 'repeat-x' | 'repeat-y' | 'no-repeat'

interface Size {
  readonly width: number
  readonly height: number
}

/** `paddingBox` is the padding box (CSS Backgrounds 3, section 3). */
export function tileOf({ src, ...area }: BackgroundImage, paddingBox: Size, natural: Size): Tile {
  return { src, ...areaOf(area, paddingBox, natural) }
}

/** The first tile of a gradient, which has no size of its own. */
export function gradientArea(area: Omit<BackgroundImage, 'src'>, { width, height }: Size): Rect & { repeat: Repeat } {
  const paddingBox = { width, height }
  const isWhole = /^(auto|cover|contain)?$/i.test(area.size)
  const { repeat, ...tile } = areaOf(isWhole ? { ...area, size: 'auto' } : area, paddingBox, paddingBox)
  const covers = tile.x === 0 && tile.y === 0 && tile.width === paddingBox.width && tile.height === paddingBox.height
  return { ...tile, repeat: covers ? 'no-repeat' : repeat }
}

/** A position in the syntax of background-position, in px. */
export function pointIn(position: string, { width, height }: Size): { x: number; y: number } {
  const [across, down] = positionOf(position)
  return { x: offset(across, width), y: offset(down, height) }
}

function areaOf(
  { size, position, repeat }: Omit<BackgroundImage, 'src'>,
  paddingBox: Size,
  natural: Size,
): Rect & { repeat: Repeat } {
  const tile = sizeOf(size.toLowerCase(), paddingBox, natural)
  const [across, down] = positionOf(position.toLowerCase())
  const x = offset(across, paddingBox.width - tile.width)
  const y = offset(down, paddingBox.height - tile.height)
  const known = repeat === 'repeat-x' || repeat === 'repeat-y' || repeat === 'no-repeat' ? repeat : 'repeat'
  return { x, y, ...tile, repeat: known }
}

function sizeOf(size: string, paddingBox: Size, natural: Size): Size {
  const [wide, high] = [paddingBox.width / natural.width, paddingBox.height / natural.height]
  if (size === 'cover' || size === 'contain') {
    const scale = size === 'cover' ? Math.max(wide, high) : Math.min(wide, high)
    return { width: natural.width * scale, height: natural.height * scale }
  }
  const [first = 'auto', second = 'auto'] = size.split(/\s+/)
  const width = inPixels(readLength(first, { bare: true }) ?? 'auto', 16, paddingBox.width)
  const height = inPixels(readLength(second, { bare: true }) ?? 'auto', 16, paddingBox.height)
  if (width === undefined && height === undefined) return natural
  return {
    width: Math.max(1, width ?? ((height ?? 0) * natural.width) / natural.height),
    height: Math.max(1, height ?? ((width ?? 0) * natural.height) / natural.width),
  }
}

/** Side and offset from it. */
interface TilePosition {
  isFromEnd: boolean
  length: Length
}

const middle: TilePosition = { isFromEnd: false, length: { pct: 50 } }

function positionOf(position: string): [across: TilePosition, down: TilePosition] {
  const across: TilePosition[] = []
  const down: TilePosition[] = []
  const plain: TilePosition[] = []
  const words = position.split(/\s+/)
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const axis = word === 'left' || word === 'right' ? across : word === 'top' || word === 'bottom' ? down : plain
    const isFromEnd = word === 'right' || word === 'bottom'
    if (axis === plain) {
      plain.push(
        word === 'center' ? middle : { isFromEnd: false, length: readLength(word, { bare: true }) ?? { pct: 0 } },
      )
      continue
    }
    // With more than two values, an offset follows its side.
    const next = words.length > 2 ? readLength(words[at + 1] ?? '', { bare: true }) : undefined
    if (next !== undefined) at++
    axis.push({ isFromEnd, length: next ?? { px: 0 } })
  }
  return [across[0] ?? plain.shift() ?? middle, down[0] ?? plain.shift() ?? middle]
}

function offset({ isFromEnd, length }: TilePosition, free: number): number {
  const at = inPixels(length, 16, free) ?? 0
  return isFromEnd ? free - at : at
}
