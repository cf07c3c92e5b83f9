import { expect, test } from 'bun:test'
import { zipEmail } from '../../../src/email/formats/index.ts'
import { readZip } from '../../support/read-zip.ts'

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0])

test('files are extracted unchanged; images are stored and text is deflated', async () => {
  const html = '<p>héllo 😀</p>'.repeat(100)
  const entries = readZip(
    await zipEmail([
      { name: 'index.html', content: html },
      { name: 'images/a.png', content: png },
    ]),
  )
  expect(entries.map(({ name, method }) => [name, method])).toEqual([
    ['index.html', 8],
    ['images/a.png', 0],
  ])
  expect(entries[0]?.text).toBe(html)
  expect(entries[1]?.content).toEqual(png)
})

test('the same files give the same bytes, whenever and wherever they are packed', async () => {
  const files = [
    { name: 'index.html', content: 'x'.repeat(5000) },
    { name: 'images/é.gif', content: png },
  ]
  const zone = process.env.TZ
  const first = await zipEmail(files)
  process.env.TZ = 'Asia/Kathmandu'
  const second = await zipEmail(files)
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
  expect(second).toEqual(first)
  // 1980-01-01 00:00, the first moment a DOS time can name.
  expect(readZip(first).map(({ dosTime }) => dosTime)).toEqual([0x00210000, 0x00210000])
})

test('no file name escapes the folder it is extracted to', async () => {
  const names = [
    '../../a.txt',
    '/etc/passwd',
    'C:\\x\\..\\y.txt',
    'a/../../b.txt',
    '..',
    '',
    './c.txt',
    'nul',
    'a\0b.txt',
  ]
  const entries = readZip(await zipEmail(names.map((name) => ({ name, content: name }))))
  expect(entries.map(({ name }) => name)).toEqual([
    'a.txt',
    'etc/passwd',
    'C/x/y.txt',
    'a/b.txt',
    'file',
    'file (2)',
    'c.txt',
    '_nul',
    'a b.txt',
  ])
})

test('two files never share a name, ignoring case', async () => {
  const entries = readZip(await zipEmail(['a/x.html', 'A/X.html', 'a/x.html'].map((name) => ({ name, content: '' }))))
  expect(entries.map(({ name }) => name)).toEqual(['a/x.html', 'A/X (2).html', 'a/x (3).html'])
})

test('names in every script are marked as UTF-8', async () => {
  const names = ['عرض/index.html', '漢字.txt', '🎉.html']
  const entries = readZip(await zipEmail(names.map((name) => ({ name, content: '' }))))
  expect(entries.map(({ name }) => name)).toEqual(names)
})
