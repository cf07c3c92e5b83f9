import { type Box, hasFace } from '../boxes/box.ts'

/** Images of at most this size in px are invisible, and only keep their distance. */
const invisible = 2
/** A spacer image has at least this size in px in its other direction. */
const visible = 4

/**
 * Height in px of a box that contains only a spacer image; undefined for other boxes. An image of one pixel is one in a
 * painted box, which is a line, if the box declares its height or the file's name says so; elsewhere it may count opens.
 */
export function spacerImageHeight(box: Box, declaredHeight: number | undefined): number | undefined {
  const [only, other] = box.children
  if (only?.draft?.type !== 'image' || other !== undefined) return undefined
  const { alt, height, href, src, width = box.width } = only.draft
  if (alt !== '' || href !== undefined || typeof height !== 'number' || typeof width !== 'number') return undefined
  const isPixel = width <= invisible && height <= invisible
  const isSpacer = (width <= invisible && height >= visible) || (height <= invisible && width >= visible)
  const isLine = isPixel && hasFace(box) && (declaredHeight !== undefined || isNamedSpacer(String(src)))
  if (!isSpacer && !isLine) return undefined
  return Math.max(declaredHeight ?? 0, height)
}

const spacerNames = ['spacer', 'blank', 'clear', 'transparent', 'shim', 'dot']

function isNamedSpacer(src: string): boolean {
  const file = src.slice(src.lastIndexOf('/') + 1).toLowerCase()
  return spacerNames.some((name) => file.startsWith(name))
}
