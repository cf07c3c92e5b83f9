/** Emails for the editor's tests. */
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type EmailDocument, readDocument } from '../../../src/email/document/index.ts'

/** A document from its loose form; throws with what is wrong. */
export function emailOf(rows: readonly object[], more: object = {}): EmailDocument {
  const read = readDocument({ schema: 'svc.email/1', meta: { title: 'Test', lang: 'en' }, rows, ...more }, blockTypes)
  if ('issues' in read) throw new Error(JSON.stringify(read.issues))
  return read.document
}

const text = (words: string) => ({ type: 'text', text: `<p>${words}</p>` })

/** A small welcome email: one section of one column, one of two. */
export function welcomeEmail(): EmailDocument {
  return emailOf([
    {
      id: 'hero',
      type: 'section',
      columns: [
        {
          id: 'top',
          type: 'column',
          blocks: [
            { id: 'title', type: 'heading', level: 1, text: 'Welcome aboard' },
            {
              id: 'intro',
              ...text('We are glad that you are here. This is what you can do first, and it takes two minutes.'),
            },
            { id: 'go', type: 'button', label: 'Get started', href: 'https://example.com/start' },
          ],
        },
      ],
    },
    {
      id: 'pair',
      type: 'section',
      columns: [
        { id: 'left', type: 'column', blocks: [{ id: 'first', ...text('Invite your team and share the work.') }] },
        { id: 'right', type: 'column', blocks: [{ id: 'second', ...text('Connect the tools you use every day.') }] },
      ],
    },
    {
      id: 'end',
      type: 'section',
      columns: [{ id: 'foot', type: 'column', blocks: [{ id: 'line', type: 'divider' }] }],
    },
  ])
}

/** Sections of two columns with two blocks each. */
export function longEmail(blocks: number): EmailDocument {
  const column = (row: number, index: number) => ({
    type: 'column',
    blocks: [
      text(
        `Paragraph ${row}.${index} with <strong>bold</strong> words and a <a href="https://example.com">link</a> that is long enough to wrap.`,
      ),
      index === 0
        ? { type: 'button', label: 'Read more', href: 'https://example.com' }
        : { type: 'image', src: image, alt: 'Placeholder', width: 260 },
    ],
  })
  return emailOf(
    Array.from({ length: blocks / 4 }, (_, row) => ({ type: 'section', columns: [column(row, 0), column(row, 1)] })),
  )
}

const image = '/cdn/picture.svg'
