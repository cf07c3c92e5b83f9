import {
  type DesignPart,
  type BlockImport,
  type UnlayerContent,
  partOf,
  partsOf,
  styleFrom,
} from '../../import/index.ts'

export const tableImport: BlockImport = {
  unlayer: { name: 'table', types: ['table'], members: 'table', read: (content) => [readUnlayer(content)] },
}

function readUnlayer({ values, design, padding }: UnlayerContent): DesignPart {
  const table = partOf(values['table'])
  const lines = (rows: unknown) =>
    partsOf(rows).map((row) =>
      partsOf(row['cells'])
        .slice(0, 12)
        .map((cell) => `<p>${escaped(design.text(cell['text']))}</p>`),
    )
  const [head] = lines(table['headers'])
  const style = styleFrom({ padding })
  return {
    type: 'table',
    ...(head === undefined ? {} : { head }),
    rows: lines(table['rows']).slice(0, 500),
    ...(style === undefined ? {} : { style }),
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
