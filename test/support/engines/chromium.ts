import { openBrowser } from '../../journeys/browser.ts'
import type { Engine } from './engine.ts'

export async function startChromium(size: { width: number; height: number }): Promise<Engine> {
  const page = await (await openBrowser()).newPage({ viewport: size })
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    click: ({ x, y }, count = 1) => page.mouse.click(x, y, { clickCount: count }),
    async drag(from, to) {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y, { steps: 6 })
      await page.mouse.up()
    },
    type: (text) => page.keyboard.type(text),
    press: (keys) => page.keyboard.press(keys),
    close: () => page.close(),
  }
}
