import { describe, expect, test } from 'bun:test'
import { ServiceError } from '../../../src/kernel/errors/index.ts'
import { checkOrigins } from '../../../src/surfaces/projects/index.ts'

function refusal(origins: string[]): { path: string; message: string } | undefined {
  try {
    checkOrigins(origins)
    return undefined
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return error.context.issues?.[0]
  }
}

describe('allowed origins', () => {
  test('are exact origins, each once', () => {
    const origins = [
      'https://app.example.com',
      'http://localhost:3000',
      'https://[::1]:8443',
      'https://app.example.com',
    ]
    expect(checkOrigins(origins)).toEqual(origins.slice(0, 3))
    expect(checkOrigins(['*'])).toEqual(['*'])
    expect(checkOrigins([])).toEqual([])
  })

  const refused: [origin: string, message: string][] = [
    ['https://app.example.com/', 'write it as "https://app.example.com"'],
    ['https://App.Example.com', 'write it as "https://app.example.com"'],
    ['https://app.example.com:443', 'write it as "https://app.example.com"'],
    ['https://app.example.com/path?x', 'write it as "https://app.example.com"'],
    ['https://user@app.example.com', 'write it as "https://app.example.com"'],
    ['https://bücher.example', 'write it as "https://xn--bcher-kva.example"'],
    ['app.example.com', 'write an origin such as'],
    ['https://*.example.com', 'list each host'],
    ['null', 'write an origin such as'],
    ['', 'write an origin such as'],
    ['file:///etc', 'write an origin such as'],
    ['javascript:alert(1)', 'write an origin such as'],
    ['https://a.example\r\nX: y', 'write'],
  ]
  for (const [origin, message] of refused) {
    test(`refuse ${JSON.stringify(origin)} and say how to write it`, () => {
      const issue = refusal(['https://fine.example', origin])
      expect(issue?.path).toBe('/allowed_origins/1')
      expect(issue?.message).toContain(message)
    })
  }

  test('refuse "*" beside others, and more than a hundred', () => {
    expect(refusal(['*', 'https://a.example'])?.message).toContain('alone')
    const many = Array.from({ length: 101 }, (_, index) => `https://a${index}.example`)
    expect(refusal(many)?.message).toContain('at most 100')
  })
})
