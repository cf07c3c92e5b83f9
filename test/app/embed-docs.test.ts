/** docs/embed.md is what a web developer follows: its code is the code of /demo, and makes tokens that are taken. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { backendSnippets, pageSnippet } from '../../src/app/pages/demo/snippets.ts'
import { isSignedWith, lifeOf, readPluginToken } from '../../src/platform/identity/index.ts'
import { temporaryDirectory } from '../support/store.ts'

const page = readFileSync(join(import.meta.dir, '../../docs/embed.md'), 'utf8')
const credentials = { SVC_PLUGIN_ID: `svc_pk_${'1a'.repeat(24)}`, SVC_SECRET_KEY: `svc_sk_${'2b'.repeat(24)}` }

/** How each language runs its snippet, with a last line that prints a token of user 42; `tool` must be installed. */
const runs: Record<string, { tool: string; files: (code: string) => Record<string, string>; command: string[] }> = {
  node: {
    tool: 'node',
    files: (code) => ({ 'token.mjs': `${code}\nconsole.log(editorToken(42))` }),
    command: ['node', 'token.mjs'],
  },
  python: {
    tool: 'python3',
    files: (code) => ({ 'token.py': `${code}\nprint(editor_token(42))` }),
    command: ['python3', 'token.py'],
  },
  php: {
    tool: 'php',
    files: (code) => ({ 'token.php': `${code}\necho editor_token(42);` }),
    command: ['php', 'token.php'],
  },
  ruby: {
    tool: 'ruby',
    files: (code) => ({ 'token.rb': `${code}\nputs editor_token(42)` }),
    command: ['ruby', 'token.rb'],
  },
  go: {
    tool: 'go',
    files: (code) => ({
      'go.mod': 'module host\n\ngo 1.21\n',
      'editor/editor.go': code,
      'main.go':
        'package main\n\nimport (\n\t"fmt"\n\t"host/editor"\n)\n\nfunc main() {\n\ttoken, err := editor.Token(42)\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\tfmt.Println(token)\n}\n',
    }),
    command: ['go', 'run', '.'],
  },
}

describe('the code of docs/embed.md', () => {
  for (const { id, name, code } of backendSnippets) {
    const run = runs[id]
    const isInstalled = run !== undefined && Bun.which(run.tool) !== null
    test(`in ${name} is that of /demo${isInstalled ? ', and signs a token that is taken' : ''}`, async () => {
      expect(page).toContain(`\n${code}\`\`\``)
      if (run === undefined || !isInstalled) return
      const cwd = temporaryDirectory()
      for (const [file, text] of Object.entries(run.files(code))) await Bun.write(join(cwd, file), text)
      const env = { ...process.env, ...credentials, GOFLAGS: '-mod=mod' }
      const child = Bun.spawn(run.command, { cwd, env, stdout: 'pipe', stderr: 'pipe' })
      const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
      expect([await child.exited, err]).toEqual([0, ''])
      const token = readPluginToken(out.trim())
      expect(token?.payload).toMatchObject({ pluginId: credentials.SVC_PLUGIN_ID, userId: '42' })
      expect(token && isSignedWith(token, credentials.SVC_SECRET_KEY)).toBe(true)
      expect(token && lifeOf(token, Date.now())).toBe('valid')
    })
  }

  test('for the page is that of /demo', () => {
    expect(page).toContain(pageSnippet({ pluginUrl: 'https://editor.example.com', pluginId: 'svc_pk_…' }))
  })
})
