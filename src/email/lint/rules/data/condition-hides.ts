import { isTrue, lookup } from '../../../data/index.ts'
import { alwaysIs } from '../../model/truth.ts'
import { pathsOf } from '../../model/values.ts'
import { defineRule } from '../../rule.ts'

/** What the samples never show. */
export const conditionHides = defineRule({
  id: 'data.condition-hides',
  severity: 'hint',
  why: 'With the samples it does not show, so nobody sees in the preview whether it is right.',
  remedy: 'Choose samples with which as much as possible shows.',
  *check({ document, scope, nodeContexts, title }) {
    // Of two branches one is always hidden: what the same fields show elsewhere is as good as seen.
    const showing = new Set(
      nodeContexts.flatMap(({ node: { when } }) => (when && isTrue(when, scope) ? pathsOf(when) : [])),
    )
    for (const { loops, node } of nodeContexts) {
      if (node.when === undefined || isTrue(node.when, scope)) continue
      // What is about an item is seen item by item; and what is always or never so is said by data.condition-constant.
      if (
        pathsOf(node.when).some((path) =>
          loops.some(({ as }) => path === as || path.startsWith(`${as}.`) || path.startsWith('forloop')),
        )
      )
        continue
      if (alwaysIs(node.when, document.fields) !== undefined) continue
      const paths = pathsOf(node.when)
      // Without a sample nothing can show; that is said of the field.
      if (paths.every((path) => showing.has(path)) || paths.some((path) => lookup(scope, path) === undefined)) continue
      yield { node, prop: 'when', message: `${title(node)}: with the samples it is not shown.` }
    }
  },
})
