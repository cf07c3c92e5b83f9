import { expect, test } from 'bun:test'
import { emailOf } from './page/emails.ts'
import { openAlone } from './page/open.ts'

const row = (id: string, widths: readonly number[], block: (name: string) => object[]) => ({
  id,
  type: 'section',
  columns: widths.map((width, index) => ({
    id: `${id}${index}`,
    type: 'column',
    width: { fr: width },
    blocks: block(`${id}${index}block`),
  })),
})
const image = (id: string) => [{ id, type: 'image', src: '', alt: '' }]
const conditional = (id: string) => [{ id, type: 'text', text: '<p>Hello</p>', when: { op: 'exists', path: 'vip' } }]
const shares = [[1], [1, 1], [1, 4], [1, 1, 1, 1], [1, 1, 1, 1, 1, 1], [1, 2, 8]]

test('what stands for missing images, hidden blocks and empty columns is never cut off', async () => {
  const rows = shares.flatMap((widths, index) => [
    row(`image${index}`, widths, image),
    row(`hidden${index}`, widths, conditional),
    row(`empty${index}`, widths, () => []),
  ])
  const editor = await openAlone({ document: emailOf(rows), height: 900 })
  const { page } = editor
  const cut = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.unseen, .empty-column')].flatMap((place) => {
        const box = place.getBoundingClientRect()
        return [...place.querySelectorAll<HTMLElement>('*')]
          .filter((part) => part.getClientRects().length > 0 && part.closest('svg *') === null)
          .flatMap((part) => {
            const { left, right } = part.getBoundingClientRect()
            const isCut = left < box.left - 1 || right > box.right + 1 || part.scrollWidth > part.clientWidth + 1
            return isCut && part.clientWidth > 0
              ? [`${part.localName} of ${Math.round(box.width)}: ${part.textContent}`]
              : []
          })
      }),
    )
  await page.locator('.unseen-choose').first().waitFor()
  for (const device of ['desktop', 'mobile'] as const) {
    await page.evaluate((shown) => (window.editor.device.value = shown), device)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await cut()).toEqual([])
  }
  // The icon alone has a name, too.
  expect(await page.getByRole('button', { name: 'Choose an image' }).count()).toBeGreaterThan(0)
  expect(editor.complaints).toEqual([])
  await page.close()
})
