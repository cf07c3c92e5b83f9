import { describe, expect, test } from 'bun:test'
import { createRouter } from '../../../src/platform/http/router.ts'

const route = createRouter([
  { method: 'GET', route: '/things' },
  { method: 'POST', route: '/things/once' },
  { method: 'GET', route: '/things/:id' },
  { method: 'DELETE', route: '/things/:id' },
  { method: 'GET', route: '/things/:id/parts/:part' },
  { method: 'GET', route: '/things/first/parts' },
])
const at = (method: string, path: string): string | undefined => {
  const match = route(method, path)
  return match && [match.operation.route, ...Object.entries(match.params).map((pair) => pair.join('='))].join(' ')
}

describe('the router', () => {
  test.each([
    ['GET', '/things', '/things'],
    ['GET', '/things/', '/things'],
    ['GET', '/things/7', '/things/:id id=7'],
    ['HEAD', '/things/7', '/things/:id id=7'],
    ['GET', '/things/a%2Fb%20c', '/things/:id id=a/b c'],
    ['POST', '/things/once', '/things/once'],
    ['DELETE', '/things/once', '/things/:id id=once'],
    ['GET', '/things/first/parts', '/things/first/parts'],
    ['GET', '/things/first/parts/2', '/things/:id/parts/:part id=first part=2'],
  ])('%s %s is answered by %s', (method, path, answered) => expect(at(method, path)).toBe(answered))

  test.each([
    ['PUT', '/things'],
    ['GET', '/'],
    ['GET', '/things//'],
    ['GET', '/things//parts/2'],
    ['GET', '/things/7/parts'],
    ['GET', '/%74hings'],
  ])('nothing answers %s %s', (method, path) => expect(at(method, path)).toBeUndefined())

  test('a path that leaves a segment open is refused when it is registered', () => {
    expect(() => createRouter([{ method: 'GET', route: '/files/*' }])).toThrow('names all its segments')
  })
})
