import { readFileSync } from 'node:fs'
import type { Frame, Page } from 'playwright-core'

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** What axe finds against WCAG 2.2 AA and good practice in what is shown now, one line each. */
export async function accessibilityFaults(page: Page | Frame): Promise<string[]> {
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(axe)
  return page.evaluate(`(async () => {
    await Promise.all(document.getAnimations().map((each) => each.effect?.getTiming().iterations === Infinity ? undefined : each.finished.catch(() => {})))
    const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const { violations } = await window.axe.run(document, { runOnly: rules, iframes: false, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html.slice(0, 300)))
  })()`)
}
