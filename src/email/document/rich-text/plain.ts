import { printTag } from '../../data/index.ts'
import type { List, RichText, Run } from '../model.ts'

/** The words of rich text: a line for each paragraph and list item, merge tags as they are written. */
export function richTextToPlain(rich: RichText): string {
  return rich.map((block) => (block.type === 'paragraph' ? runsToPlain(block.runs) : listToPlain(block))).join('\n')
}

/** The words of some runs; a break is a line feed. */
function runsToPlain(runs: readonly Run[]): string {
  let out = ''
  for (const run of runs) out += 'text' in run ? run.text : 'tag' in run ? printTag(run.tag) : '\n'
  return out
}

function listToPlain({ items }: List): string {
  return items
    .map((item) => runsToPlain(item.runs) + (item.list === undefined ? '' : `\n${listToPlain(item.list)}`))
    .join('\n')
}
