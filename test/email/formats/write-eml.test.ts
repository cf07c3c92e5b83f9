import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { type Message, writeEml } from '../../../src/email/formats/index.ts'

const read = (message: Message) => PostalMime.parse(writeEml(message))
const trimmed = (text = '') => text.replace(/\r\n/g, '\n').replace(/\n$/, '')

const imageFile = Uint8Array.from({ length: 300 }, (_, at) => at % 256)

const message: Message = {
  subject: 'Grüße: your order № 12 is on its way, and this subject is longer than one line may be 🎉',
  text: 'Hello,\nFrom here on\n.a dot\nand trailing space \nend =3D',
  html: '<!doctype html><p>Grüße = “all”</p><img src="cid:mark.png">',
  images: [{ name: 'mark.png', mime: 'image/png', content: imageFile }],
}

describe('a message as a file', () => {
  test('parses to the same content', async () => {
    const found = await read(message)
    expect(found.subject).toBe(message.subject)
    expect(trimmed(found.text)).toBe(message.text)
    expect(trimmed(found.html)).toBe(message.html)
    const [image] = found.attachments
    expect(image).toMatchObject({ mimeType: 'image/png', disposition: 'inline', contentId: '<mark.png>' })
    expect(new Uint8Array(image?.content as ArrayBuffer)).toEqual(imageFile)
  })

  test('opens as a draft, with its parts in the order that clients expect', () => {
    const source = writeEml({ ...message, amp: '<!doctype html><html ⚡4email></html>' })
    expect(source).toContain('\r\nX-Unsent: 1\r\n')
    expect(source.match(/Content-Type: (?:text|multipart)\/[\w-]+/g)).toEqual([
      'Content-Type: multipart/alternative',
      'Content-Type: text/plain',
      'Content-Type: text/x-amp-html',
      'Content-Type: multipart/related',
      'Content-Type: text/html',
    ])
  })

  test('has lines within the limit of SMTP, and is the same each time', () => {
    const source = writeEml(message)
    for (const line of source.split('\r\n')) {
      expect(line.length).toBeLessThanOrEqual(78)
      expect(line).toMatch(/^[\x20-\x7e]*$/)
      expect(line).not.toMatch(/^(?:From |\.)/)
    }
    expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(writeEml(message)).toBe(source)
  })

  test('a subject cannot begin another header', () => {
    expect(writeEml({ ...message, subject: 'Hi\r\nBcc: all@example.com' })).not.toMatch(/^Bcc:/m)
  })

  test('any text parses to itself', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), async (text) => {
        const wanted = text.toWellFormed().replace(/\r\n?/g, '\n')
        const found = await read({ subject: 'x', text: `${wanted}|`, html: `<p>${wanted}|</p>` })
        expect(trimmed(found.text)).toBe(`${wanted}|`)
        expect(trimmed(found.html)).toBe(`<p>${wanted}|</p>`)
      }),
      { numRuns: 60 },
    )
  })
})
