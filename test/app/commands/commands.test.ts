import { describe, expect, test } from 'bun:test'
import { commands } from '../../../src/app/commands/index.ts'
import { settingsTable } from '../../../src/platform/config/index.ts'
import { svc } from './command-line.ts'

describe('the command line', () => {
  test('help lists every command', async () => {
    const { code, out } = await svc(['--help'])
    expect(code).toBe(0)
    for (const { name, summary } of commands)
      expect(out).toMatch(new RegExp(`svc ${name} +${summary.replace(/[.()]/g, '.')}`))
  })

  for (const { load, name } of commands)
    test(`svc ${name} --help explains itself`, async () => {
      const { code, out, err } = await svc([...name.split(' '), '--help'])
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect((await svc(['help', ...name.split(' ')])).out).toBe(out)
      expect(out).toContain(`Usage: svc ${name}`)
      expect(out).toContain('Exit codes: 0 done, 1 ')
      expect(out.split('\n').filter((line) => line.length > 120)).toEqual([])
      // A line that ends early shows line breaks in the source of a paragraph.
      expect(out.match(/^(?=.{2,90}$)[^:\n]*[a-z,]\n[a-z]/gm) ?? []).toEqual([])
      for (const option of (await load()).options ?? []) expect(out).toContain(option.flag)
    })

  test('svc serve --help lists every setting', async () => {
    const { out } = await svc(['serve', '--help'])
    for (const { name, flag } of settingsTable()) expect(out).toContain(`${name} | ${flag} `)
    expect((await svc(['keys', 'list', '--help'])).out).toContain('svc serve --help lists them.')
  })

  const refused: { words: string[]; says: string }[] = [
    { words: ['srve'], says: 'Unknown command “srve”. Did you mean svc serve?' },
    { words: ['keys', 'creat'], says: 'Did you mean svc keys create?' },
    { words: ['serve', '--prot', '80'], says: 'Unknown flag --prot. Did you mean --port?' },
    { words: ['version', '--port', '80'], says: 'Unknown flag --port.' },
    { words: ['serve', '--port'], says: '--port needs a value' },
    { words: ['serve', '--port', '--host'], says: '--port needs a value' },
    { words: ['--port', 'many'], says: 'SVC_PORT (“many”) from flag --port must be a whole number' },
    { words: ['keys', 'create'], says: '--name NAME is missing' },
    { words: ['keys', 'revoke'], says: 'KEY_ID is missing' },
    { words: ['render', 'a', 'b'], says: '“b” is one word too many' },
    { words: ['keys', 'create', '--name', 'A', '--scopes', 'nope'], says: '--scopes must be one of templates:read, ' },
    { words: ['keys', 'create', '--name', 'A', '--expires', 'soon'], says: '--expires must be a time such as 2027-' },
    { words: ['plan', 'set', 'gold'], says: 'PLAN must be one of free, pro, ' },
    { words: ['users', 'create', '--email', 'a@b.example', '--role', 'king'], says: '--role must be one of owner, ' },
    { words: ['audit', 'list', '--limit', '0'], says: '--limit must be a whole number from 1 to 1000.' },
    { words: ['audit', 'export', '--format', 'xml'], says: '--format must be one of ndjson, csv, not “xml”.' },
    { words: ['jobs', 'list', '--state', 'lost'], says: '--state must be one of scheduled, ' },
    { words: ['mcp'], says: 'See svc mcp --help.' },
    { words: ['version', '--json=yes'], says: '--json takes no value' },
    { words: ['doctor', '--redis-url', 'redis://r'], says: 'Redis is not available in this version' },
    { words: ['doctor', '--config', '/nowhere/svc.toml'], says: 'There is no file /nowhere/svc.toml' },
  ]
  for (const { words, says } of refused)
    test(`svc ${words.join(' ')} is refused`, async () => {
      const { code, out, err } = await svc(words)
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toContain(says)
    })

  test('a word that is a group shows what belongs to it', async () => {
    expect((await svc(['keys'])).out).toContain('svc keys revoke')
  })

  test('version speaks to people and to programs', async () => {
    expect((await svc(['--version'])).out).toMatch(/^svc \d+\.\d+\.\d+ \(Bun /)
    expect(JSON.parse((await svc(['version', '--json'])).out)).toHaveProperty('platform')
  })
})
