import { type EmailDocument, type Node, childrenOf } from '../../../src/email/document/index.ts'
import { valid } from './sample.ts'

/**
 * A document written as one line: `s(c(a b) d(e))` is a section s with the columns c and d and texts in them, `g[s(c())]`
 * a group, `k{x(a)}` a block of columns. Names are ids; every block but `k` says its own name.
 */
export function sketch(line: string, settings: object = {}): EmailDocument {
  const tokens = line.match(/\w+|[()[\]{}]/g) ?? []
  let at = 0
  const list = (end: string, depth: 'rows' | 'columns' | 'blocks'): unknown[] => {
    const nodes: unknown[] = []
    while (at < tokens.length && tokens[at] !== end) nodes.push(one(depth))
    at++
    return nodes
  }
  const one = (depth: 'rows' | 'columns' | 'blocks'): unknown => {
    const id = tokens[at++] ?? ''
    switch (tokens[at]) {
      case '(':
        at++
        return depth === 'rows'
          ? { id, type: 'section', columns: list(')', 'columns') }
          : { id, type: 'column', blocks: list(')', 'blocks') }
      case '[':
        at++
        return { id, type: 'group', rows: list(']', 'rows') }
      case '{':
        at++
        return { id, type: 'columns', columns: list('}', 'columns') }
      default:
        return { id, type: 'text', text: id }
    }
  }
  return valid({ rows: list('', 'rows'), ...settings })
}

/** The line that a document would be written as. */
export function outline({ rows }: EmailDocument): string {
  const write = (node: Node): string => {
    const inside = (childrenOf(node) ?? []).map(write).join(' ')
    if (node.type === 'group') return `${node.id}[${inside}]`
    if (node.type === 'columns') return `${node.id}{${inside}}`
    return childrenOf(node) === undefined ? node.id : `${node.id}(${inside})`
  }
  return rows.map(write).join(' ')
}
