import { mjmlBlocks } from '../../../src/email/blocks/mjml.ts'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { describe, expect, test } from 'bun:test'
import { readMjml } from '../../../src/email/mjml/index.ts'
import { ServiceError } from '../../../src/kernel/errors/index.ts'
import { blocksOf, inColumn, read } from './read.ts'
import { processorMs } from '../../support/processor-time.ts'

const timeoutMs = 5000

function refusal(source: string): string {
  try {
    readMjml(source, blockTypes, mjmlBlocks)
  } catch (error) {
    if (error instanceof ServiceError && error.apiCode === 'MJML_INVALID') return error.message
    throw error
  }
  return 'read'
}

describe('input that is not MJML', () => {
  test.each([
    ['', 'no element'],
    ['just words', 'no element'],
    ['<html><body></body></html>', '<html>'],
    ['<mjml></mjml>', 'no mj-body'],
    ['<mjml><mj-head/></mjml>', 'no mj-body'],
    ['x'.repeat(2 * 1024 * 1024 + 1), 'the limit is 2097152'],
    [`<mjml><mj-body>${'<mj-section>'.repeat(100_000)}`, 'deeper than 200 elements'],
    [`<mjml><mj-body><mj-text>${'<b>'.repeat(100_000)}`, 'deeper than 200 elements'],
    [`<mjml><mj-body>${'<mj-spacer/>'.repeat(30_000)}</mj-body></mjml>`, 'more than 20000 elements'],
  ])('is refused with a reason: %.40s', (source, reason) => {
    expect(refusal(source)).toContain(reason)
  })

  test('ten megabytes are refused before they are read', () => {
    const source = `<mjml><mj-body>${'<mj-text>x</mj-text>'.repeat(500_000)}</mj-body></mjml>`
    const before = processorMs()
    expect(refusal(source)).toContain('characters')
    expect(processorMs() - before).toBeLessThan(1000)
  })
})

describe('hostile content is read in bounded time', () => {
  const long = 400_000
  test.each<[string, string]>([
    ['comments that never end', inColumn(`<mj-text>${'<!--'.repeat(long / 4)}</mj-text>`)],
    ['semicolons in a style', inColumn(`<mj-text><p style="${';'.repeat(long)}">a</p></mj-text>`)],
    ['brackets in a style', inColumn(`<mj-text><p style="${'(;'.repeat(long / 2)}">a</p></mj-text>`)],
    ['selectors without end', inColumn('', `<mj-style>${'a '.repeat(long / 2)}{color:red}</mj-style>`)],
    [
      'rules without end',
      inColumn('<mj-text><a>x</a></mj-text>', `<mj-style>${'a{color:red}'.repeat(long / 12)}</mj-style>`),
    ],
    ['open braces in a style sheet', inColumn('', `<mj-style>${'{'.repeat(long)}</mj-style>`)],
    ['spaces in an attribute', inColumn(`<mj-text padding="${' '.repeat(long)}">a</mj-text>`)],
    ['a border of words', inColumn(`<mj-image border="${'a '.repeat(long / 2)}" />`)],
    ['tags in a title', inColumn('', `<mj-title>${'<'.repeat(long)}</mj-title>`)],
    ['tags of a template', inColumn(`<mj-raw>${'{% if '.repeat(long / 6)}</mj-raw>`)],
    ['entities', inColumn(`<mj-text>${'&amp;'.repeat(8000)}</mj-text>`)],
    ['closing tags alone', `<mjml><mj-body>${'</b></mj-text>'.repeat(long / 14)}</mj-body></mjml>`],
    ['quotes that never end', `<mjml><mj-body><mj-section a="${'x'.repeat(long)}`],
    ['brackets that never end', '<mjml><mj-body>'.concat('<mj-section '.repeat(2000))],
  ])('%s', (_, source) => {
    const before = processorMs()
    try {
      readMjml(source, blockTypes, mjmlBlocks)
    } catch (error) {
      expect(error).toBeInstanceOf(ServiceError)
    }
    expect(processorMs() - before).toBeLessThan(timeoutMs)
  })
})

test('entities of a document type are text, not definitions', () => {
  const source = `<!DOCTYPE mjml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${inColumn('<mj-text>&b;</mj-text>')}`
  const [block] = blocksOf(read(source).document)
  expect(JSON.stringify(block)).toContain('&b;')
})

test('CDATA is kept with its component', () => {
  const [block] = blocksOf(read(inColumn('<mj-raw><![CDATA[<b>x</b>]]></mj-raw>')).document)
  expect(block?.type).toBe('html')
})

test('scripts are removed, and nothing else is lost', () => {
  const { document } = read(
    inColumn(
      '<mj-raw><script>alert(1)</script><b onclick="x()">b</b></mj-raw><mj-button href="javascript:alert(1)">c</mj-button>',
    ),
  )
  const text = JSON.stringify(blocksOf(document))
  expect(text).not.toMatch(/script|onclick/)
  expect(text).toContain('<b>b</b>')
})

test('unclosed elements are closed', () => {
  const { document } = read('<mjml><mj-body><mj-section><mj-column><mj-text>open <b>bold')
  expect(JSON.stringify(blocksOf(document))).toContain('bold')
})

test('line numbers are those of the source', () => {
  const { report } = read(
    '<mjml>\r\n<mj-body>\r\n\r\n<mj-section><mj-column>\n<mj-foo/>\n</mj-column></mj-section></mj-body></mjml>',
  )
  expect(report.warnings[0]).toMatchObject({ code: 'MJML_COMPONENT', line: 5 })
})
