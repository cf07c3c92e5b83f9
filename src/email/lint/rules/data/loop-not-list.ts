import { lookup } from '../../../data/index.ts'
import { defineRule } from '../../rule.ts'

export const loopNotList = defineRule({
  id: 'data.loop-not-list',
  severity: 'error',
  why: 'Only a list has items; a loop over anything else renders nothing.',
  remedy: 'Name the list, or declare the field as one.',
  *check({ document, scope, nodeContexts, title }) {
    for (const { loops, node } of nodeContexts) {
      if (node.each === undefined) continue
      const { in: path } = node.each
      // A list inside an item is known only if there is an item.
      if (loops.some((loop) => loop !== node.each && (path === loop.as || path.startsWith(`${loop.as}.`)))) continue
      const field = document.fields.find((one) => one.path === path)
      const value = lookup(scope, path)
      const isList = field === undefined ? value === undefined || Array.isArray(value) : field.type === 'list'
      if (!isList) yield { node, prop: 'each.in', message: `${title(node)}: ${path} is not a list.` }
    }
  },
})
