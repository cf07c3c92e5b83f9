import { replaceFix } from '../../fix/change.ts'
import { findUndeclaredFields } from '../../model/fields.ts'
import { defineRule } from '../../rule.ts'
import type { Fix } from '../../rule.ts'
import type { Node } from '../../../document/index.ts'

/** Merge tags whose path is similar to that of a declared field. */
export const misspelledField = defineRule({
  id: 'data.misspelled-field',
  severity: 'error',
  why: 'The value does not exist, so recipients see a gap or the fallback.',
  remedy: 'Use the declared path.',
  *check(context) {
    for (const { meant, use } of findUndeclaredFields(context)) {
      if (meant === undefined) continue
      const node = use.nodeContext?.node
      const subject = context.title(node)
      const message = `${subject}: unknown field ${use.tag.path}; ${meant} is declared.`
      yield {
        node,
        prop: use.prop,
        message,
        fix:
          node === undefined ? metaFix(context.document.meta, use.tag.path, meant) : fixOf(node, use.tag.path, meant),
      }
    }
  },
})

function fixOf(node: Node, path: string, meant: string): Fix | undefined {
  return replaceFix(node, `Write ${meant}`, (text, key) =>
    (key === 'path' || key === 'in' || key === 'until') && text === path ? meant : inTags(text, path, meant),
  )
}

function metaFix(meta: object, path: string, meant: string): Fix | undefined {
  const changed = Object.fromEntries(
    Object.entries(meta)
      .map(([key, text]): [string, unknown] => [key, typeof text === 'string' ? inTags(text, path, meant) : text])
      .filter(([key, text]) => text !== (meta as Record<string, unknown>)[key]),
  )
  return Object.keys(changed).length === 0
    ? undefined
    : { label: `Write ${meant}`, operations: [{ op: 'settings', props: { meta: changed } }] }
}

// The path follows directly after the braces that open a tag.
function inTags(text: string, path: string, meant: string): string {
  if (!text.includes('{{')) return text
  const pattern = new RegExp(`(\\{\\{\\s*)${path.replaceAll('.', '\\.')}(?![\\p{L}\\p{N}_.-])`, 'gu')
  return text.replace(pattern, `$1${meant}`)
}
