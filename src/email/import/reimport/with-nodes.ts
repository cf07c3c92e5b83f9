import { type EmailDocument, type Node, listsOf, withList } from '../../document/index.ts'

/** Maps every node to one or several; unchanged nodes keep their identity. */
export function withNodes(document: EmailDocument, change: (node: Node) => Node | Node[]): EmailDocument {
  const visit = (nodes: readonly Node[]): readonly Node[] => {
    const out = nodes.flatMap((node) => {
      let inner = node
      for (const list of listsOf(node)) {
        const visited = visit(list.nodes)
        if (visited !== list.nodes) inner = withList(inner, list.other, visited)
      }
      return change(inner)
    })
    return out.length === nodes.length && out.every((node, index) => node === nodes[index]) ? nodes : out
  }
  const rows = visit(document.rows) as EmailDocument['rows']
  return rows === document.rows ? document : { ...document, rows }
}

/** Copies the child lists of another node. */
export function withListsOf(node: Node, other: Node): Node {
  return listsOf(other).reduce((result, list) => withList(result, list.other, list.nodes), node)
}
