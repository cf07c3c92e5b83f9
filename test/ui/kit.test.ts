import { describe, expect, test } from 'bun:test'
import { accessibilityFaults } from '../support/accessibility.ts'
import { type PageLook, openModule } from './kit/open-page.ts'

const gallery = 'test/ui/kit/gallery.tsx'
const looks: Record<string, PageLook> = {
  light: {},
  dark: { scheme: 'dark' },
  'dark and Arabic with a bright accent': { scheme: 'dark', dir: 'rtl', lang: 'ar', primary: '#ffe600' },
}

describe('the kit in a browser', () => {
  for (const [name, look] of Object.entries(looks))
    test(`is accessible in ${name}`, async () => {
      const page = await openModule(gallery, look)
      expect(await accessibilityFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'Color: Text color' }).click()
      expect(await accessibilityFaults(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('tab', { name: 'Layers' }).click()
      await page.getByRole('button', { name: 'Open dialog' }).click()
      await page.getByRole('dialog', { name: 'Restore this version?' }).waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await page.close()
    })

  test('has the same functions by keyboard as by pointer', async () => {
    const page = await openModule(gallery)
    const focused = () =>
      page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')

    // A toolbar is one tab stop, arrows walk it, a menu opens and gives focus back.
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Undo')
    await page.keyboard.press('End')
    expect(await focused()).toBe('More actions')
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    expect(await focused()).toContain('Duplicate')
    await page.keyboard.press('d')
    expect(await focused()).toContain('Delete')
    await page.keyboard.press('Escape')
    expect(await focused()).toBe('More actions')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Open dialog')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused()).toBe('Open dialog')

    // Numbers: arrows, sums, bounds, and empty for the inherited value.
    const size = page.getByRole('spinbutton', { name: 'Size' })
    await size.focus()
    await page.keyboard.press('Shift+ArrowUp')
    expect(await size.inputValue()).toBe('26')
    await size.fill('20+4')
    await page.keyboard.press('Enter')
    expect(await size.inputValue()).toBe('24')
    await page.getByRole('button', { name: 'Reset: Size' }).press('Enter')
    expect(await size.inputValue()).toBe('')
    expect(await size.getAttribute('placeholder')).toBe('14')

    // A list of suggestions below a text, a color by arrow keys, a tree.
    const path = page.getByRole('combobox', { name: 'Merge field' })
    await path.fill('cit')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await path.inputValue()).toBe('customer.city')
    const swatch = page.getByRole('button', { name: 'Color: Background' })
    await swatch.press('Enter')
    await page.getByRole('slider', { name: 'Saturation, Brightness' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await focused()).toBe('Color: Background')
    await page.getByRole('tab', { name: 'Blocks' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('treeitem', { name: 'Welcome to the club' }).focus()
    await page.keyboard.press('ArrowLeft')
    expect(await focused()).toBe('Section')
    await page.keyboard.press('ArrowLeft')
    expect(await page.getByRole('treeitem').count()).toBe(3)
    await page.close()
  })

  test('updates a long text changed elsewhere after a pause, and at once while it is edited', async () => {
    const page = await openModule(gallery)
    const area = page.getByRole('textbox', { name: 'Source' })
    const ends = (end: string) =>
      page.waitForFunction((wanted) => document.querySelector('textarea')?.value.endsWith(wanted), end)
    await page.getByRole('button', { name: 'Add to the source' }).click()
    await ends('word end')
    // The pause is over only when the test advances the clock; an installed clock runs on until it is paused.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Add to the source' }).click()
    await page.clock.runFor(200)
    expect((await area.inputValue()).endsWith('word end')).toBe(true)
    await area.focus()
    await ends('endend')
    await page.keyboard.press('Control+End')
    await page.keyboard.type('!')
    await page.clock.runFor(1000)
    expect((await area.inputValue()).endsWith('endend!')).toBe(true)
    await page.close()
  })

  test('changes a number by dragging its label, and shows tooltips of buttons', async () => {
    const page = await openModule(gallery)
    const label = await page.getByText('Size', { exact: true }).boundingBox()
    if (label === null) throw new Error('The label is not to be seen')
    await page.mouse.move(label.x + 5, label.y + 5)
    await page.mouse.down()
    await page.mouse.move(label.x + 35, label.y + 5, { steps: 3 })
    await page.mouse.up()
    expect(await page.getByRole('spinbutton', { name: 'Size' }).inputValue()).toBe('26')
    await page.getByRole('button', { name: 'Undo' }).hover()
    await page.locator('.svc-tooltip:popover-open').waitFor()
    expect(await page.locator('.svc-tooltip').textContent()).toBe('UndoCtrlZ')
    await page.keyboard.press('Escape')
    expect(await page.locator('.svc-tooltip:popover-open').count()).toBe(0)
    await page.close()
  })
})
