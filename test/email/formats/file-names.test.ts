import { describe, expect, test } from 'bun:test'
import { contentDisposition, fileName } from '../../../src/email/formats/index.ts'

describe('a file name made from a template name', () => {
  const rows: [name: string, file: string][] = [
    ['Spring sale', 'Spring sale.zip'],
    ['عرض الربيع', 'عرض الربيع.zip'],
    ['春のセール', '春のセール.zip'],
    ['Sale 👩‍👩‍👧‍👦 🎉', 'Sale 👩‍👩‍👧‍👦 🎉.zip'],
    ['Cafe\u0301', 'Café.zip'],
    ['../../etc/passwd', 'etc passwd.zip'],
    ['C:\\Windows\\system32', 'C Windows system32.zip'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j.zip'],
    ['line\r\nbreak\u0000nul', 'line break nul.zip'],
    ['invoice\u202Egpj.exe', 'invoice gpj.exe.zip'],
    ['...', 'email.zip'],
    ['   ', 'email.zip'],
    ['.hidden. ', 'hidden.zip'],
    ['CON', '_CON.zip'],
    ['com1.txt', '_com1.txt.zip'],
    ['\ud800', '\ufffd.zip'],
  ]
  for (const [name, file] of rows)
    test(`${JSON.stringify(name)} becomes ${file}`, () => expect(fileName(name, 'zip')).toBe(file))

  test('200 characters are cut between characters, never inside one, below what a disk takes', () => {
    for (const character of ['a', 'é', 'ع', '漢', '😀', '👩‍👩‍👧‍👦', 'e\u0301\u0301\u0301']) {
      const file = fileName(character.repeat(200), 'zip')
      expect(new TextEncoder().encode(file).length).toBeLessThanOrEqual(190)
      expect(file.slice(0, -4).replaceAll(character.normalize('NFC'), '')).toBe('')
    }
  })
})

describe('the Content-Disposition header', () => {
  const rows: [name: string, header: string][] = [
    ['Spring sale.zip', 'attachment; filename="Spring sale.zip"'],
    ['Café.zip', `attachment; filename="Cafe.zip"; filename*=UTF-8''Caf%C3%A9.zip`],
    ['عرض.zip', `attachment; filename="email.zip"; filename*=UTF-8''%D8%B9%D8%B1%D8%B6.zip`],
    ['🎉 party.html', `attachment; filename="party.html"; filename*=UTF-8''%F0%9F%8E%89%20party.html`],
    [`it's (50%) *.txt`, `attachment; filename="it's (50) *.txt"; filename*=UTF-8''it%27s%20%2850%25%29%20%2A.txt`],
    ['a"b\\c\r\nX: y.zip', `attachment; filename="abcX: y.zip"; filename*=UTF-8''a%22b%5Cc%0D%0AX%3A%20y.zip`],
  ]
  for (const [name, header] of rows) {
    test(`${JSON.stringify(name)} is written for old clients and new`, () => {
      expect(contentDisposition('attachment', name)).toBe(header)
      // A header that a server would refuse to send is worth nothing.
      expect(new Headers({ 'content-disposition': header }).get('content-disposition')).toBe(header)
    })
  }
})
