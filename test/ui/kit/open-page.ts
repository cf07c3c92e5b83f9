import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../journeys/browser.ts'

const root = join(import.meta.dir, '../../..')

/** How a page shall look. */
export interface PageLook {
  scheme?: 'light' | 'dark'
  dir?: 'ltr' | 'rtl'
  lang?: string
  primary?: string
  width?: number
  height?: number
}

/** Opens a page that runs one module in the browser with the product's style sheets and nothing else. */
export async function openModule(path: string, look: PageLook = {}): Promise<Page> {
  const { scheme = 'light', dir = 'ltr', lang = 'en', primary, width = 1100, height = 760 } = look
  const page = await (await openBrowser()).newPage({ viewport: { width, height } })
  const body = `data-scheme="${scheme}"${primary === undefined ? '' : ` data-primary="${primary}"`}`
  await page.setContent(
    `<!doctype html><html lang="${lang}" dir="${dir}" data-theme="${scheme}"><title>Test</title><style>${styleSheets()}</style><body ${body}>`,
  )
  await page.addScriptTag({ content: await bundle(path), type: 'module' })
  await page.waitForFunction('document.body.childElementCount > 0')
  return page
}

const bundles = new Map<string, Promise<string>>()

function bundle(path: string): Promise<string> {
  const made = bundles.get(path) ?? build(path)
  bundles.set(path, made)
  return made
}

async function build(path: string): Promise<string> {
  const { outputs } = await Bun.build({ entrypoints: [join(root, path)], target: 'browser', minify: false })
  return (await outputs[0]?.text()) ?? ''
}

function styleSheets(): string {
  const found = ['src/ui/*/*.css', 'src/editor/**/*.css', 'test/ui/kit/*.css'].flatMap((pattern) =>
    [...new Bun.Glob(pattern).scanSync(root)].sort(),
  )
  return ['src/ui/theme.css', ...found].map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
}
