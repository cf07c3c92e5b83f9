import { expect, test } from 'bun:test'
import { writeCsv } from '../../../src/console/parts/write-csv.ts'
import { openTable } from '../../../src/deliverability/csv/index.ts'

test('members of all rows are columns, those of objects by their path, lists of values one cell', () => {
  const csv = writeCsv([
    { id: 'a', tags: ['x', 'y'], created_by: { name: 'Ada' }, steps: [{ n: 1 }] },
    { id: 'b', created_by: { name: 'Grace, R.' }, folder: null, size: 3 },
  ])
  expect(csv.split('\r\n')).toEqual([
    'id,tags,created_by.name,steps,folder,size',
    'a,x; y,Ada,"[{""n"":1}]",,',
    'b,,"Grace, R.",,,3',
    '',
  ])
})

test('what a spreadsheet would run as a formula is text, in lists and as the name of a member too', () => {
  const csv = writeCsv([{ name: '=HYPERLINK("https://x.example")', tags: ['@SUM(A1)', 'b'], metadata: { '+1': '-2' } }])
  const [head = '', row = ''] = csv.split('\r\n')
  expect(head).toBe('name,tags,metadata.+1')
  expect(row).toBe('"\'=HYPERLINK(""https://x.example"")",\'@SUM(A1); b,\'-2')
})

test('members that are of no use are left out, and the file is read back as it was written', () => {
  const rows = Array.from({ length: 300 }, (_, at) => ({
    id: `n${at}`,
    text: `line\nof "${at}"`,
    placeholder: 'data:…',
  }))
  const csv = writeCsv(rows, ['placeholder'])
  expect(csv).not.toContain('data:')
  const [head, ...read] = openTable(csv).rows()
  expect(head).toEqual(['id', 'text'])
  expect(read).toEqual(rows.map(({ id, text }) => [id, text]))
})
