import { isTrue, lookup } from '../../../data/index.ts'
import { alwaysIs } from '../../model/truth.ts'
import { pathsOf } from '../../model/values.ts'
import { defineRule } from '../../rule.ts'

export const conditionHides = defineRule({
  id: 'data.condition-hides',
  severity: 'hint',
  why: 'The sample data hides it, so the preview never shows whether it is correct.',
  remedy: 'Choose sample values with which most content is shown.',
  *check({ document, scope, nodeContexts, title }) {
    // One of two branches is always hidden: a field shown elsewhere counts as visible.
    const showing = new Set(
      nodeContexts.flatMap(({ node: { when } }) => (when && isTrue(when, scope) ? pathsOf(when) : [])),
    )
    for (const { loops, node } of nodeContexts) {
      if (node.when === undefined || isTrue(node.when, scope)) continue
      // Conditions on items differ per item; data.condition-constant reports constant conditions.
      if (
        pathsOf(node.when).some((path) =>
          loops.some(({ as }) => path === as || path.startsWith(`${as}.`) || path.startsWith('forloop')),
        )
      )
        continue
      if (alwaysIs(node.when, document.fields) !== undefined) continue
      const paths = pathsOf(node.when)
      // Without a sample a condition is never true; data.no-sample reports that for the field.
      if (paths.every((path) => showing.has(path)) || paths.some((path) => lookup(scope, path) === undefined)) continue
      yield { node, prop: 'when', message: `${title(node)}: hidden with the sample values.` }
    }
  },
})
