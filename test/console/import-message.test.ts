/** Messages (.eml) as the page that imports emails reads them; nodemailer composes them. */
import { expect, test } from 'bun:test'
import MailComposer from 'nodemailer/lib/mail-composer'
import { embedImages } from '../../src/console/templates/import/message-images.ts'
import type { Message } from '../../src/console/templates/import/message.ts'
import { type EmailSource, readSource } from '../../src/console/templates/import/read-source.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const html =
  '<p>Grüße</p><img src="cid:logo@shop"><img src="CID:logo@shop"><td background="cid:big%40shop"><img src="cid:none">'

async function compose(mail: ConstructorParameters<typeof MailComposer>[0], name = 'Fwd sale.eml'): Promise<File> {
  const content = await new MailComposer({ from: 'a@example.com', to: 'b@example.com', ...mail }).compile().build()
  return new File([new Uint8Array(content)], name)
}

const sale = {
  subject: 'Winter is here – 20 %',
  text: 'Only text',
  html,
  textEncoding: 'quoted-printable',
  attachments: [
    { cid: 'logo@shop', filename: 'logo.png', content: pixel, contentType: 'image/png' },
    { cid: 'big@shop', filename: 'big.jpg', content: Buffer.alloc(3000, 7), contentType: 'image/jpeg' },
    { filename: 'terms.pdf', content: Buffer.from('%PDF'), contentType: 'application/pdf' },
  ],
} as const

async function readSale(): Promise<EmailSource & { message: Message }> {
  return (await readSource(await compose({ ...sale, attachments: [...sale.attachments] }))) as never
}

test('a message has its subject, its HTML in its encoding, and its images in place of references', async () => {
  const { kind, leftOut, name, text } = await readSale()
  expect({ kind, leftOut, name }).toEqual({ kind: 'html', leftOut: [], name: 'Winter is here – 20 %' })
  const url = `data:image/png;base64,${pixel.toString('base64')}`
  const big = `data:image/jpeg;base64,${Buffer.alloc(3000, 7).toString('base64')}`
  expect(text.trim()).toBe(
    `<p>Grüße</p><img src="${url}"><img src="${url}"><td background="${big}"><img src="cid:none">`,
  )
})

test('images that do not fit are named, and their references stay', async () => {
  const { message } = await readSale()
  const { html: embedded, leftOut } = embedImages(message, 1000)
  expect(leftOut).toEqual(['big.jpg'])
  expect(embedded.length).toBeLessThanOrEqual(1000)
  expect(embedded).toContain('background="cid:big%40shop"')
})

test.each([
  ['only text', () => compose({ subject: 'Hello', text: 'Only text' }), 'messageWithoutHtml'],
  [
    'more than 1,000 parts',
    () => Promise.resolve(new File([`Subject: x\n\n${'--b\n'.repeat(1002)}`], 'many.eml')),
    'messageParts',
  ],
  [
    'headers without end',
    () => Promise.resolve(new File([`Subject: x\nX: ${'y'.repeat(2_000_000)}`], 'long.eml')),
    'messageUnreadable',
  ],
])('a message with %s is refused with its reason', async (_, file, problem) => {
  expect(await readSource(await file())).toEqual({ problem } as never)
})

test('other files are read as before, by what they contain', async () => {
  expect(await readSource(new File(['<mjml></mjml>'], 'a.mjml'))).toEqual({
    kind: 'mjml',
    name: 'a',
    text: '<mjml></mjml>',
  })
})
