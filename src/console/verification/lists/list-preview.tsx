import type { ReadList } from './read-list.ts'

/** The first rows of a file, with the chosen column marked. */
export function ListPreview({ list, column }: { list: ReadList; column: number }) {
  const width = Math.max(list.columns?.length ?? 0, ...list.rows.map((row) => row.length))
  const indexes = Array.from({ length: width }, (_, index) => index)
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label={list.file.name}>
      <table class="table preview">
        {list.columns === undefined ? null : (
          <thead>
            <tr>
              {indexes.map((index) => (
                <th key={index} scope="col" data-chosen={index === column ? '' : undefined}>
                  {list.columns?.[index]}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {list.rows.map((row, line) => (
            <tr key={line}>
              {indexes.map((index) => (
                <td key={index} data-chosen={index === column ? '' : undefined}>
                  {row[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
