/**
 * Takes the images of the editor in the README from a running installation: `bun scripts/illustrations/editor.ts [url]`.
 * Writes docs/images/editor.jpg and editor-dark.jpg.
 */
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { root } from '../compile.ts'

const url = process.argv[2] ?? 'http://localhost:3009'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const theme of ['light', 'dark'] as const) {
  const page = await browser.newPage({
    viewport: { width: 1490, height: 945 },
    deviceScaleFactor: 1.5,
    colorScheme: 'light',
  })
  await page.goto(`${url}/demo`)
  await page.locator('.log b', { hasText: 'ready' }).waitFor({ state: 'attached' })
  await page.locator('#beside').click()
  if (theme === 'dark') await page.locator('#theme').click()
  const editor = page.frameLocator('#svc-plugin > iframe')
  await editor.frameLocator('iframe').getByText('Pull up a chair').click()
  await editor.getByRole('toolbar').last().waitFor()
  // The ring of the focus belongs to whoever sits there.
  await editor.locator('html').evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const name = theme === 'dark' ? 'editor-dark.jpg' : 'editor.jpg'
  await page.locator('#svc-plugin').screenshot({ path: join(root, 'docs/images', name), type: 'jpeg', quality: 84 })
  await page.close()
}
await browser.close()
