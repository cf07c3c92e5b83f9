/** Files that get a CDN domain on blocklists are not published, anyone who sends them; what people link in emails is. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { sendAsset, sendFile } from './send-file.ts'

let service: TestService

beforeAll(async () => {
  service = await startService({ dialect: 'sqlite' })
})

const zip = 'PK\u0003\u0004'
const ole = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])

describe('a file of an API key', () => {
  test.each([
    ['terms.pdf', '%PDF-1.7\n'],
    ['offer.docx', `${zip}docx`],
    ['prices.xls', ole],
    ['list.csv', 'name;email\nEve;Eve <eve@example.com>\n'],
    ['code page.csv', new Uint8Array([0x5a, 0x6f, 0xeb, 0x3b, 0x37, 0x0a])],
    ['utf-16.csv', new Uint8Array([0xff, 0xfe, 0x5a, 0, 0x3b, 0, 0x37, 0])],
    ['invite.ics', 'BEGIN:VCALENDAR\r\nX-ALT-DESC;FMTTYPE=text/html:<html><b>Notes</b></html>\r\nEND:VCALENDAR\r\n'],
    ['photos.zip', `${zip}zip`],
    ['pass.pkpass', `${zip}pass`],
    ['film.mp4', '\0\0\0\u0018ftypmp42'],
    ['no extension', 'plain words'],
  ])('%s is published, to be saved', async (fileName, bytes) => {
    const { url } = await sendAsset(service, { fileName, bytes })
    const shown = await service.handle(new Request(url))
    expect([shown.status, shown.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
    expect(shown.headers.get('content-disposition')).toStartWith('attachment')
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
  })

  test.each([
    ['setup.exe', 'MZ\u0090\0\u0003\0'],
    ['setup.pdf', 'MZ\u0090\0\u0003\0'],
    ['tool', '\u007fELF\u0002\u0001'],
    ['login.html', '<!doctype html><form action="https://evil.example">'],
    ['login.pdf', ' \n<html><script>alert(1)</script>'],
    ['page.xhtml', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['run.bat', '@echo off\r\n'],
    ['RUN.BAT', '@echo off\r\n 2'],
    ['words.txt.js', 'alert(1)'],
    ['applet.jar', `${zip}jar`],
    ['setup.msi', new Uint8Array([...ole, 1])],
    ['link.url', '[InternetShortcut]\r\nURL=https://evil.example\r\n'],
    ['unknown.bin', new Uint8Array([1, 2, 3, 4, 0, 255])],
  ])('%s is refused, with the types that are not', async (fileName, bytes) => {
    const answer = await sendFile(service, { fileName, bytes })
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'ASSET_TYPE_REFUSED', detail: expect.stringContaining('Supported: images, PDF') },
    })
    expect((await ask(service, { call: 'GET /v1/assets?kind=file&limit=100' })).text).not.toContain(`"${fileName}"`)
  })

  test('is not renamed to what would be refused', async () => {
    const { id } = await sendAsset(service, { fileName: 'notes.txt', bytes: 'start https://evil.example' })
    const rename = (name: string) => ask(service, { call: `PUT /v1/assets/${id}`, send: { name } })
    expect(await rename('notes.cmd')).toMatchObject({ status: 422, body: { code: 'ASSET_TYPE_REFUSED' } })
    expect(await rename('better.md')).toMatchObject({ status: 200, body: { name: 'better.md' } })
  })
})
