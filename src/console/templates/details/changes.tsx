import type { TemplateReleaseComparison } from '../../api/index.ts'
import { Table } from '../../parts/index.ts'
import { words } from './words.ts'

/** Of two versions, or of two releases. */
export type Comparison = Omit<TemplateReleaseComparison, 'from' | 'to'>

interface ChangesProps {
  of: Comparison
  title: string
  /** If nothing differs. */
  none: string
}

/** Differences of two contents: a sentence, and each change before and after. */
export function Changes({ none, of, title }: ChangesProps) {
  if (!isChanged(of.changes)) return <p class="soft">{none}</p>
  const rows = rowsOf(of)
  return (
    <div class="stack">
      <h3>{title}</h3>
      <p class="words">{of.changes.text}.</p>
      {rows.length === 0 ? null : <ChangeTable rows={rows} title={title} />}
    </div>
  )
}

function isChanged({ added, changed, moved, removed, settings }: Comparison['changes']): boolean {
  return added + changed + moved + removed + settings > 0
}

interface ChangeRow {
  key: string
  name: string
  before: string
  after: string
}

function ChangeTable({ rows, title }: { rows: readonly ChangeRow[]; title: string }) {
  return (
    <Table label={title} columns={[words.t('path'), words.t('before'), words.t('after')]}>
      {rows.map(({ after, before, key, name }) => (
        <tr key={key}>
          <th scope="row" class="change-name">
            {name}
          </th>
          <td>
            <del>{before}</del>
          </td>
          <td>
            <ins>{after}</ins>
          </td>
        </tr>
      ))}
    </Table>
  )
}

function rowsOf({ added, changed, moved, removed, settings }: Comparison): ChangeRow[] {
  const blocks = changed.flatMap(({ id, name, properties, type }) =>
    properties.map(({ after, before, path, words: texts }) => ({
      key: `${id}${path}`,
      name: `${name ?? type} ${path.slice(1)}`,
      before: texts?.before ?? print(before),
      after: texts?.after ?? print(after),
    })),
  )
  const others = settings.map(({ after, before, path, words: texts }) => ({
    key: path,
    name: path.slice(1).replaceAll('/', ' '),
    before: texts?.before ?? print(before),
    after: texts?.after ?? print(after),
  }))
  // What a node contains was added or removed with it.
  const inner = (state: 'added' | 'removed', nodes: Comparison['added']) =>
    nodes
      .filter(({ within }) => within === undefined)
      .map(({ id, name, type }) => {
        const text = words.t(state)
        const [before, after] = state === 'added' ? ['', text] : [text, '']
        return { key: `${state} ${id}`, name: name ?? type, before, after }
      })
  const places = moved.map(({ after, before, id, name, type }) => ({
    key: `moved ${id}`,
    name: name ?? type,
    before: words.t('position', { number: before.index + 1 }),
    after: words.t('position', { number: after.index + 1 }),
  }))
  return [...blocks, ...inner('added', added), ...inner('removed', removed), ...places, ...others]
}

function print(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
