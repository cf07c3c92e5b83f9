import { printTag } from '../../data/index.ts'
import type { List, RichText, Run } from '../model.ts'

/** Plain text with a line for each paragraph and list item; merge tags in their written form. */
export function richTextToPlain(rich: RichText): string {
  return rich.map((block) => (block.type === 'paragraph' ? runsToPlain(block.runs) : listToPlain(block))).join('\n')
}

/** A break becomes a line feed. */
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
