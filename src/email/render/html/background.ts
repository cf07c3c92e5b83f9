import type { BackgroundImage } from '../../document/index.ts'
import { safePosition } from '../style/declarations.ts'

export interface VmlBackground {
  /** URL, already escaped for an attribute. */
  src: string
  image: BackgroundImage
  /** Shown until the image is loaded. */
  color: string | undefined
  /** Width in px; undefined for the width of the window. */
  width?: number | undefined
  /** Minimum height in px; undefined for the height of the content. */
  height?: number | undefined
}

/** Markup before and after the content of a VML shape; for Outlook only. */
export interface Shape {
  open: string
  close: string
}

/**
 * Word supports no CSS background images, so they are rendered as VML. The markup surrounds the content, in
 * conditional comments.
 */
export function vmlBackground({ src, image, color, width, height }: VmlBackground): Shape {
  const repeats = image.repeat !== undefined && image.repeat !== 'no-repeat'
  const wide = width === undefined ? 'mso-width-percent:1000' : `width:${width}px`
  const size = height === undefined || height === 0 ? wide : `${wide};height:${height}px`
  const fill = color === undefined || color === 'transparent' ? '' : ` color="${color}"`
  const { origin, position } = vmlPosition(safePosition(image.position), repeats)
  const scale =
    repeats || image.size === 'auto' ? '' : ` size="1,1" aspect="${image.size === 'contain' ? 'atmost' : 'atleast'}"`
  return {
    open: `<v:rect style="${size}" fill="true" stroke="false"><v:fill type="${repeats ? 'tile' : 'frame'}" src="${src}"${fill} origin="${origin}" position="${position}"${scale}/><v:textbox style="mso-fit-shape-to-text:true" inset="0,0,0,0">`,
    close: '</v:textbox></v:rect>',
  }
}

const keywords: Record<string, number> = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 }

// VML measures the position of a tile from its corner (0 to 1), and of a stretched image from its center (-0.5 to
// 0.5).
function vmlPosition(position: string, repeats: boolean): { origin: string; position: string } {
  const words = position.split(' ').filter(Boolean)
  const isVertical = (word: string | undefined) => word === 'top' || word === 'bottom'
  const [first = 'center', second = 'center'] = words
  const swapped = isVertical(first) || second === 'left' || second === 'right'
  const [x, y] = (swapped ? [second, first] : [first, second]).map((word) => share(word) - (repeats ? 0 : 0.5))
  return { origin: `${x},${y}`, position: `${x},${y}` }
}

function share(word: string): number {
  const known = keywords[word]
  if (known !== undefined) return known
  const percent = word.endsWith('%') ? Number(word.slice(0, -1)) : Number.NaN
  return Number.isFinite(percent) ? Math.min(100, Math.max(0, percent)) / 100 : 0
}
