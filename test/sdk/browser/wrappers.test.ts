/** The examples of each framework, as hosts of their own: the editor opens, saves, and is gone with its component. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { solidCompiler, svelteCompiler } from './host/compilers.ts'
import { type HostPage, startHostPage } from './host/host-page.ts'

const examples = join(import.meta.dir, '../../../sdk/browser/examples')
const files: Record<string, { body: string; type: string }> = {}
let given: HostPage

beforeAll(async () => {
  given = await startHostPage({ standIn: 'stand-in.ts', files })
  const attributes = `data-base-url="${given.editorUrl}" data-plugin-id="${given.host.pluginId}"`
  for (const file of ['react.ts', 'vue.ts', 'angular.ts', 'svelte.ts', 'solid.jsx']) {
    const [name = ''] = file.split('.')
    const built = await Bun.build({
      entrypoints: [join(examples, file)],
      plugins: [svelteCompiler, solidCompiler],
      conditions: ['browser'],
      target: 'browser',
      minify: true,
      define: {
        'process.env.NODE_ENV': '"production"',
        __VUE_OPTIONS_API__: 'true',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      },
    })
    files[`/${name}.js`] = { body: (await built.outputs[0]?.text()) ?? '', type: 'text/javascript' }
    files[`/${name}`] = {
      body: `<!doctype html><html lang="en" ${attributes}><title>${name}</title><body></body><script type="module" src="/${name}.js"></script></html>`,
      type: 'text/html',
    }
  }
  for (const name of ['plain', 'element']) {
    const page = readFileSync(join(examples, `${name}.html`), 'utf8')
    const body = page.replace('https://editor.example.com', given.editorUrl).replace('svc_pk_…', given.host.pluginId)
    files[`/${name}`] = { body, type: 'text/html' }
  }
})

describe('the example of', () => {
  const names = ['plain', 'element', 'react', 'vue', 'angular', 'svelte', 'solid']
  test.each(names)('%s opens the editor, saves, and serves images', async (name) => {
    const page = await given.context.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => void complaints.push(error.message))
    await page.goto(`${given.url}/${name}`)
    await page.getByText(`Saved from-${name}`).waitFor()
    expect(await page.locator('[data-svc-editor]').count()).toBe(1)
    expect((await page.locator('[data-svc-editor]').boundingBox())?.height).toBe(640)
    const frame = page.frames().find((each) => each.url().startsWith(given.editorUrl))
    await frame?.evaluate(() => dispatchEvent(new Event('images')))
    await frame?.waitForFunction(() => document.title.startsWith('['))
    expect(JSON.parse((await frame?.title()) ?? '')).toEqual([
      { url: 'https://images.example.com/hat.png', alt: 'A hat' },
      { url: 'https://images.example.com/bar.png' },
    ])
    expect(complaints).toEqual([])
    await page.close()
  })
})
