import type { Table } from './read-table.ts'

export interface EmailColumn {
  readonly index: number
  /** The first row contains column names. */
  readonly hasHeader: boolean
  readonly name: string
}

const names =
  /^(?:e-?mail|mail|e-?mail[ _-]?(?:address|adresse)|adresse?[ _-]?(?:e-?)?mail|correo(?:[ _-]electr[oó]nico)?|メール(?:アドレス)?)$/i
const sampled = 200

/**
 * The column in which most cells look like email addresses; undefined if none does. A column name decides between equals.
 */
export function findEmailColumn(table: Table): EmailColumn | undefined {
  const rows = sampleRows(table)
  const [first = []] = rows
  const hasHeader =
    rows.length > 1 && !first.some(isLikeAddress) && rows.slice(1).some((row) => row.some(isLikeAddress))
  const body = rows.slice(hasHeader ? 1 : 0)
  const width = Math.max(0, ...body.map((row) => row.length))
  const scored = Array.from({ length: width }, (_, index) => {
    const share = body.filter((row) => isLikeAddress(row[index] ?? '')).length
    const isNamed = hasHeader && names.test((first[index] ?? '').trim())
    return { index, share, isNamed }
  })
  const [best] = scored.toSorted((one, other) => other.share - one.share || Number(other.isNamed) - Number(one.isNamed))
  if (best === undefined || best.share === 0) return undefined
  return {
    index: best.index,
    hasHeader,
    name: hasHeader ? (first[best.index] ?? '').trim() : `column ${best.index + 1}`,
  }
}

function isLikeAddress(cell: string): boolean {
  return /^[^@\s]+@[^@\s][^@\s.]*\.[^@\s]+$/.test(cell.trim().slice(0, 320))
}

function sampleRows(table: Table): (readonly string[])[] {
  const rows: (readonly string[])[] = []
  for (const row of table.rows()) if (rows.push(row) === sampled) break
  return rows
}
