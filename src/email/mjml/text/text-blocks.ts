import { type Box, type RichText, type Style, parseRichText } from '../../document/index.ts'
import { parseTagged } from '../../data/index.ts'
import { type TextStyle, cssOfStyle } from '../values/styles.ts'
import { addBoxes } from '../values/lengths.ts'
import type { InputBlock } from '../input-nodes.ts'
import { oneLine } from '../source/one-line.ts'
import type { Flow, TextBox } from './flow.ts'

/** A block of text before the theme is subtracted from its style. */
export interface TextBlock {
  block: InputBlock
  style: Style
}

/**
 * Converts the boxes of a text to blocks: adjacent boxes of the same style become one text, headings are separate. `padding`
 * is that of the component around all of them.
 */
export function textBlocks({ boxes, after }: Flow, padding: Box): TextBlock[] {
  const runs = gather(boxes)
  return runs.map((run, index) => {
    const isFirst = index === 0
    const isLast = index === runs.length - 1
    const own: Box = [
      run.first.before + (isFirst ? padding[0] : 0),
      padding[1] + run.first.right,
      isLast ? padding[2] + after : 0,
      padding[3] + run.first.left,
    ]
    return makeBlock(run, addBoxes(own, [0, 0, 0, 0]))
  })
}

interface RunOfBoxes {
  first: TextBox
  boxes: TextBox[]
  /** Space between its boxes in px. */
  spacing: number | undefined
}

function gather(boxes: readonly TextBox[]): RunOfBoxes[] {
  const runs: RunOfBoxes[] = []
  for (const box of boxes) {
    const run = runs.at(-1)
    if (run !== undefined && continuesRun(box, run)) {
      run.spacing = box.before
      run.boxes.push(box)
    } else runs.push({ first: box, boxes: [box], spacing: undefined })
  }
  return runs
}

function continuesRun(box: TextBox, { first, spacing }: RunOfBoxes): boolean {
  return (
    box.kind !== 'heading' &&
    first.kind !== 'heading' &&
    box.left === first.left &&
    box.right === first.right &&
    (spacing === undefined || Math.abs(spacing - box.before) < 0.01) &&
    box.before <= 200 &&
    isAlike(box.textStyle, first.textStyle)
  )
}

function isAlike({ align: _one, ...textStyle }: TextStyle, { align: _other, ...other }: TextStyle): boolean {
  return JSON.stringify(textStyle) === JSON.stringify(other)
}

function makeBlock({ first, boxes, spacing }: RunOfBoxes, padding: Box): TextBlock {
  const style: Style = { ...cssOfStyle(first.textStyle), padding }
  if (first.kind === 'heading') {
    return { block: { type: 'heading', level: first.level ?? 2, text: readRich(first.html) }, style }
  }
  const align = commonAlign(boxes)
  if (align === undefined) delete style.align
  else style.align = align
  if (spacing !== undefined) style.spacing = spacing
  const text = boxes.flatMap((box): RichText => {
    const parts = readRich(box.html)
    return box.textStyle.align === align || box.textStyle.align === undefined
      ? parts
      : parts.map((part) => (part.type === 'paragraph' ? { ...part, align: box.textStyle.align ?? 'left' } : part))
  })
  return { block: { type: 'text', text }, style }
}

function commonAlign(boxes: readonly TextBox[]): Style['align'] {
  return boxes[0]?.textStyle.align
}

function readRich(html: string): RichText {
  const parts = parseRichText(html)
  return parts.length === 0 ? [{ type: 'paragraph', runs: [] }] : parts
}

/** The first error in the merge tags of a text. */
export function tagProblem(text: string): string | undefined {
  return parseTagged(text).error?.message
}

/** Converts an attribute to text; empty if its merge tags are invalid. */
export function attributeText(value: string | undefined): string {
  if (value === undefined) return ''
  const text = oneLine(value.replaceAll('<', '&lt;')).slice(0, 10_000)
  return tagProblem(text) === undefined ? text : text.replace(/\{(?=[{%])/g, '{{ "{" }}')
}
