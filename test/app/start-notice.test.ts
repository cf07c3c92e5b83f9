import { expect, test } from 'bun:test'
import { consoleUrlOf } from '../../src/app/start-notice.ts'

const rows: [host: string, appUrl: string, expected: string][] = [
  ['127.0.0.1', 'http://localhost:3009', 'http://localhost:3009'],
  ['127.0.0.2', 'http://localhost:3009', 'http://127.0.0.2:3009'],
  ['::1', 'http://localhost:3009', 'http://[::1]:3009'],
  ['192.0.2.7', 'http://localhost:3009', 'http://192.0.2.7:3009'],
  ['0.0.0.0', 'http://localhost:3009', 'http://localhost:3009'],
  ['::', 'http://localhost:3009', 'http://localhost:3009'],
  ['192.0.2.7', 'https://mail.example.com', 'https://mail.example.com'],
  ['127.0.0.2', 'http://localhost:8080', 'http://localhost:8080'],
]

for (const [host, appUrl, expected] of rows)
  test(`links to the console on ${host} with ${appUrl} begin with ${expected}`, () => {
    expect(consoleUrlOf({ host, port: 3009, appUrl })).toBe(expected)
  })
