import { describe, expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { returnPath, signInPath } from '../../../src/app/pages/return-path.ts'

const cases: [given: string | null, path: string][] = [
  [null, '/'],
  ['', '/'],
  ['/templates/tpl_1?tab=versions', '/templates/tpl_1?tab=versions'],
  ['/domains/%C3%BC', '/domains/%C3%BC'],
  ['/domains/ü', '/domains/%C3%BC'],
  ['templates', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example/', '/'],
  ['/\t/evil.example/', '/'],
  ['/.//evil.example/', '/'],
  ['/a/..//evil.example/', '/'],
  ['/%2e%2e//evil.example/', '/'],
  ['/templates\r\nSet-Cookie: a=b', '/templatesSet-Cookie:%20a=b'],
  ['javascript:alert(1)', '/'],
  ['/sign-in', '/'],
  ['/sign-in/oidc/callback?code=x', '/'],
  ['/sign-out', '/'],
  ['/sign-in-help', '/sign-in-help'],
  [`/${'a'.repeat(limits.returnPathLength)}`, '/'],
]

describe('the path to which a sign-in returns', () => {
  for (const [given, path] of cases)
    test(`${JSON.stringify(given?.slice(0, 40) ?? null)} is ${path}`, () => {
      expect(returnPath(given)).toBe(path)
      expect(new URL(returnPath(given), 'https://svc.example').origin).toBe('https://svc.example')
    })

  test('is part of the URL of the sign-in page, except for the first page', () => {
    expect(signInPath({ url: 'https://svc.example/templates?q=a%20b' })).toBe(
      '/sign-in?next=%2Ftemplates%3Fq%3Da%2520b',
    )
    expect(signInPath({ url: 'https://svc.example/' })).toBe('/sign-in')
  })
})
