import { lookup } from '../../../data/index.ts'
import { defineRule } from '../../rule.ts'

/** Loops over something that is no list. */
export const loopNotList = defineRule({
  id: 'data.loop-not-list',
  severity: 'error',
  why: 'Only a list has items; over anything else nothing is drawn.',
  remedy: 'Name the list, or declare the field as one.',
  *check({ document, scope, nodeContexts, title }) {
    for (const { loops, node } of nodeContexts) {
      if (node.each === undefined) continue
      const { in: path } = node.each
      // The list of an item is known when there is one.
      if (loops.some((loop) => loop !== node.each && (path === loop.as || path.startsWith(`${loop.as}.`)))) continue
      const field = document.fields.find((one) => one.path === path)
      const value = lookup(scope, path)
      const isList = field === undefined ? value === undefined || Array.isArray(value) : field.type === 'list'
      if (!isList) yield { node, prop: 'each.in', message: `${title(node)}: ${path} is no list.` }
    }
  },
})
