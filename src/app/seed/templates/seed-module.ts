import type { Operations } from '../operations.ts'

interface Placed {
  id: string
  type: string
}

/** The footer of the first template becomes a module, which replaces that of the others. */
export async function seedModule(
  { get, post }: Operations,
  { first, others }: { first: string; others: readonly string[] },
): Promise<void> {
  const footerOf = async (id: string) => {
    const { blocks } = await get<{ blocks: readonly Placed[] }>(`/templates/${id}/blocks`)
    return blocks.findLast(({ type }) => type === 'section')?.id ?? ''
  }
  const module = await post<Placed>('/modules', {
    name: 'Footer of the shop',
    template_id: first,
    node_id: await footerOf(first),
    replace: true,
  })
  for (const id of others) {
    const { revision } = await get<{ revision: number }>(`/templates/${id}`)
    const { blocks } = await get<{ blocks: readonly Placed[] }>(`/templates/${id}/blocks`)
    const sections = blocks.filter(({ type }) => type === 'section')
    const index = sections.length - 1
    const footer = sections.at(-1)?.id ?? ''
    await post(`/templates/${id}/operations`, {
      base_revision: revision,
      operations: [
        { op: 'remove', id: footer },
        {
          op: 'insert',
          parent: 'root',
          index,
          nodes: [{ type: 'module', ref: { id: module.id, version: 'latest' } }],
        },
      ],
    })
  }
  await post('/modules', {
    name: 'Header with the wordmark',
    template_id: first,
    node_id: await firstSectionOf(get, first),
  })
}

async function firstSectionOf(get: Operations['get'], id: string): Promise<string> {
  const { blocks } = await get<{ blocks: readonly Placed[] }>(`/templates/${id}/blocks`)
  return blocks.find(({ type }) => type === 'section')?.id ?? ''
}
