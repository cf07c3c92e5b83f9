import type { Template, TemplateReleaseComparison } from '../../../api/index.ts'
import { useConsole } from '../../../context.ts'
import { useLatest } from '../../../latest.ts'
import { Loaded, Table } from '../../../parts/index.ts'
import { words } from '../words.ts'

interface DraftChangesProps {
  template: Template
  release: number
}

/** How the draft differs from the live release: a sentence, and each changed text before and after. */
export function DraftChanges({ template: { id, revision }, release }: DraftChangesProps) {
  const { api } = useConsole()
  const path = `/templates/${id}/releases/compare`
  const latest = useLatest(
    (signal) => api.value.get<TemplateReleaseComparison>(path, { query: { from: release, to: 'draft' }, signal }),
    [id, release, revision],
  )
  return (
    <Loaded from={latest}>
      {(comparison) => {
        const rows = rowsOf(comparison)
        if (!isChanged(comparison.changes)) return <p class="soft">{words.t('noChanges')}</p>
        return (
          <div class="stack">
            <h3>{words.t('changes')}</h3>
            <p class="words">{comparison.changes.text}.</p>
            {rows.length === 0 ? null : <ChangeTable rows={rows} />}
          </div>
        )
      }}
    </Loaded>
  )
}

function isChanged({ added, changed, moved, removed, settings }: TemplateReleaseComparison['changes']): boolean {
  return added + changed + moved + removed + settings > 0
}

interface ChangeRow {
  key: string
  name: string
  before: string
  after: string
}

function ChangeTable({ rows }: { rows: readonly ChangeRow[] }) {
  return (
    <Table label={words.t('changes')} columns={[words.t('path'), words.t('before'), words.t('after')]}>
      {rows.map(({ after, before, key, name }) => (
        <tr key={key}>
          <th scope="row">{name}</th>
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

function rowsOf({ changed, settings }: TemplateReleaseComparison): ChangeRow[] {
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
  return [...blocks, ...others]
}

function print(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
