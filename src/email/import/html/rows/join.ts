import type { InputNode } from './style.ts'

/**
 * Joins adjacent texts of the same style, one line apart, into one text of several paragraphs, as an author would write it.
 */
export function joinTexts(blocks: readonly InputNode[]): InputNode[] {
  const out: InputNode[] = []
  for (const block of blocks) {
    const last = out.at(-1)
    const joined = last === undefined ? undefined : join(last, block)
    if (joined === undefined) out.push(block)
    else out[out.length - 1] = joined
  }
  return out
}

function join(one: InputNode, other: InputNode): InputNode | undefined {
  if (one['type'] !== 'text' || other['type'] !== 'text') return undefined
  const { text: first, style: upper, ...restOfOne } = one
  const { text: second, style: lower, ...restOfOther } = other
  if (JSON.stringify(restOfOne) !== JSON.stringify(restOfOther) || Object.keys(restOfOne).length > 1) return undefined
  const { padding: above, ...inherited } = upper as { padding?: number[]; size: number }
  const { padding: below, ...otherStyle } = lower as { padding?: number[] }
  if (JSON.stringify(inherited) !== JSON.stringify(otherStyle)) return undefined
  const [top = 0, right = 0, between = 0, left = 0] = above ?? []
  const [gap = 0, otherRight = 0, bottom = 0, otherLeft = 0] = below ?? []
  if (right !== otherRight || left !== otherLeft || Math.abs(between + gap - inherited.size) > 1) return undefined
  const padding = [top, right, bottom, left]
  const style = padding.every((side) => side === 0) ? inherited : { ...inherited, padding }
  return { ...restOfOne, text: [...(first as unknown[]), ...(second as unknown[])], style }
}
