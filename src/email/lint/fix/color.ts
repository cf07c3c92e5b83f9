import type { Block } from '../../document/index.ts'
import { type Rgb, contrast, minContrast, nearestPassing } from '../color/color.ts'
import { ownDark } from '../color/dark-schemes.ts'
import { isReadableInAllSchemes } from '../model/node-styles.ts'
import type { Paint } from '../page/page.ts'
import type { Fix } from '../rule.ts'
import { setFix } from './change.ts'

/** Blocks that render all their text in the color of their style. */
const plain = new Set(['text', 'heading', 'button', 'menu', 'list', 'table', 'code'])

/**
 * Changes the text color to the closest one of the same hue that is readable in light mode and in every dark scheme;
 * undefined if the node's style does not determine the color, or no color passes.
 */
export function colorFix(node: Block, paint: Paint): Fix | undefined {
  if (!plain.has(node.type) || hasOwnColors(node)) return undefined
  const color = nearestPassing(paint.color, (candidate) => isReadableInAllSchemes(paint, candidate))
  if (color === undefined) return undefined
  const label = `Make the text ${color}`
  const style = { ...node.style, color }
  if (paint.darkColor === undefined && paint.darkBackground === undefined) {
    const fix = setFix(node, label, { style })
    // Without a background, text dark enough for white is invisible on the black of a client in dark mode.
    if (paint.isBare) fix.operations.push({ op: 'settings', props: { body: { background: '#ffffff' } } })
    return fix
  }
  // A new light color removes the dark one below it, so the fix sets that again.
  const { background, color: shown } = ownDark(paint)
  const min = minContrast(paint.size, paint.weight)
  const dark = nearestPassing(shown, (candidate) => contrast(candidate, background) >= min)
  return dark === undefined ? undefined : setFix(node, label, { style, dark: { ...node.dark, color: dark } })
}

/** As `colorFix`, for the color in dark mode. */
export function darkColorFix(node: Block, from: Rgb, passes: (color: Rgb) => boolean): Fix | undefined {
  if (!plain.has(node.type) || hasOwnColors(node)) return undefined
  const color = nearestPassing(from, passes)
  return color === undefined
    ? undefined
    : setFix(node, `Make the text ${color} in dark mode`, { dark: { ...node.dark, color } })
}

// A run or link with its own color does not inherit the block's.
function hasOwnColors(node: Block): boolean {
  const { text, items, head, rows } = node
  const json = JSON.stringify([text, items, head, rows])
  return json.includes('"color":') || json.includes('"link":')
}
