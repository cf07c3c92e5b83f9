/** The text of authored HTML that was written to be slow. */
import { expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type EmailDocument, createDocument } from '../../../src/email/document/index.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import { processorMs } from '../../support/processor-time.ts'

function textOf(html: string): string {
  const blocks = [{ id: 'block', type: 'html', html }]
  const columns = [{ id: 'column', type: 'column', width: { fr: 1 }, blocks }]
  const rows = [{ id: 'section', type: 'section', stack: 'stack', columns }]
  return renderEmail({ ...createDocument(), rows } as EmailDocument, blockTypes, { outputs: ['text'] }).text ?? ''
}

test.each(['</p></a>', '</h1>x', 'x</a>', '<a href="https://a.example">'])(
  '600 KB of %s are read in linear time',
  (piece) => {
    const start = processorMs()
    textOf(piece.repeat(600_000 / piece.length))
    expect(processorMs() - start).toBeLessThan(4000)
  },
)

test('headings are underlined and links keep their URLs', () => {
  const html = '<h1>Spring</h1><p>See <a href="https://a.example/">the list</a>.</p><h2>More</h2>'
  expect(textOf(html)).toBe('Spring\n======\n\nSee the list (https://a.example/).\n\nMore\n~~~~\n')
})
