import { expect, test } from 'bun:test'
import { splitHtml } from '../../../../src/surfaces/templates/template/split-html.ts'
import { processorMs } from '../../../support/processor-time.ts'

test('a fragment is all body', () => {
  expect(splitHtml('<p>Hi</p><style>p{}</style>')).toEqual({ body: '<p>Hi</p><style>p{}</style>', css: '' })
})

test('a page gives its body, the styles of its head, its title and its language', () => {
  const page = `<!DOCTYPE html><HTML class="x" lang="de-AT"><head><title> Hallo </title><style type="text/css">
    p { color: red }</style><STYLE>a{}</STYLE></head><BODY bgcolor="#fff"><p>Text</p></BODY></HTML>`
  expect(splitHtml(page)).toEqual({
    body: '<p>Text</p>',
    css: 'p { color: red }\na{}',
    title: 'Hallo',
    lang: 'de-AT',
  })
})

test('what is missing is left out', () => {
  expect(splitHtml('<html><head><title></title><style>a{}<body>Text')).toEqual({ body: 'Text', css: '' })
})

test.each([
  '<style '.repeat(150_000),
  `${'<style>'.repeat(150_000)}<body>`,
  `${'<style></style'.repeat(70_000)}<body>`,
  '<body '.repeat(170_000),
  `${'<title>'.repeat(140_000)}<body>`,
  `${'<html '.repeat(170_000)}<body>`,
  '</body>'.repeat(150_000),
])('a megabyte of broken markup is read at once', (html) => {
  const startedAt = processorMs()
  splitHtml(html)
  expect(processorMs() - startedAt).toBeLessThan(1500)
})
