import type { EmailDocument } from '../../../src/email/document/index.ts'
import { emailOf } from './emails.ts'

/** An email with something to find of many kinds, some of it twice in one block, some of it locked. */
export function faultyEmail(): EmailDocument {
  const column = (id: string, blocks: object[]) => ({ id, type: 'column', blocks })
  return emailOf(
    [
      {
        id: 'hero',
        type: 'section',
        columns: [
          column('top', [
            { id: 'title', type: 'heading', level: 1, text: 'Welcome aboard' },
            { id: 'pale', type: 'text', text: '<p>Can you read this?</p>', style: { color: '#cccccc' } },
            {
              id: 'kept',
              type: 'html',
              html: '<img src="/cdn/picture.svg" width="80" height="40"><p>Bits</p><img src="/cdn/picture.svg" width="80" height="40">',
            },
            { id: 'go', type: 'button', label: 'Begin', href: 'http://example.com/start' },
          ]),
        ],
      },
      {
        id: 'legal',
        type: 'section',
        lock: { content: true },
        columns: [
          column('foot', [{ id: 'held', type: 'button', label: 'Imprint', href: 'http://example.com/imprint' }]),
        ],
      },
    ],
    { meta: { title: 'Welcome', lang: 'en', preheader: 'Two minutes' } },
  )
}
