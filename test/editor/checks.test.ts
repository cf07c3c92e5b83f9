/** The checks in a browser: counted, said, shown, fixed, taken back, silenced; by pointer and by key. */
import { expect, test } from 'bun:test'
import { openAlone } from './page/open.ts'
import { faultyEmail } from './page/faulty-email.ts'
import { accessibilityFaults } from '../support/accessibility.ts'

test('findings are counted, shown in place, fixed, undone and ignored', async () => {
  const { page, complaints, change, document } = await openAlone({ document: faultyEmail(), width: 1360, height: 900 })
  const count = page.getByRole('button', { name: /^Checks: / })
  await count.waitFor()
  expect(await count.locator('.svc-hidden').textContent()).toBe('Checks: 1 error, 6 warnings')
  const said = page.getByRole('log')
  await said.getByText('Checks: 1 error, 6 warnings').waitFor()

  // By key: the list opens, and its head has the focus.
  await count.press('Enter')
  const list = page.getByRole('region', { name: 'Checks' })
  const head = list.getByRole('heading', { name: '1 error 6 warnings 2 hints' })
  await head.and(page.locator(':focus')).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  // Pressed, a finding selects its block and puts the focus on the field that sets it right.
  await list.getByRole('button', { name: 'Button “Begin”: http://example.com/start is not encrypted.' }).press('Enter')
  await page.getByRole('combobox', { name: 'Link' }).and(page.locator(':focus')).waitFor()
  expect(await page.evaluate(`editor.selection.peek()`)).toBe('go')
  await list.getByRole('button', { name: /the text has a contrast of 1.6:1/ }).click()
  await page.locator('[data-field="style.color"] :focus').waitFor()
  expect(await page.evaluate(`editor.selection.peek()`)).toBe('pale')
  await list.getByRole('button', { name: 'The email has no subject.' }).click()
  await page.getByRole('textbox', { name: 'Subject' }).and(page.locator(':focus')).waitFor()
  expect(await page.evaluate(`editor.selection.peek() ?? 'nothing'`)).toBe('nothing')

  // Fixed, it is gone from the list, and undo brings it back.
  const links = list.getByRole('article').filter({ hasText: 'is not encrypted' })
  await links.getByRole('button', { name: 'Fix' }).press('Enter')
  await links.getByText('Button “Begin”').waitFor({ state: 'detached' })
  await page.locator('.svc-checks-summary:focus').waitFor()
  expect(await page.evaluate(`editor.outline.value.entries.get('go').node.href`)).toBe('https://example.com/start')
  // What is locked keeps its finding and says why nobody offers to fix it.
  await links.getByText('The content of Section is locked').waitFor()
  expect(await links.getByRole('button', { name: 'Fix' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Undo: Fix Button' }).click()
  await links.getByText('Button “Begin”').waitFor()

  // What someone types is looked over after a pause, and the counts are said again.
  await change([
    { op: 'settings', props: { meta: { subject: 'Your first week with us' } } },
    { op: 'set', id: 'pale', props: { style: { color: '#333333' } } },
  ])
  await said.getByText('Checks: 1 error, 4 warnings').waitFor()
  await head.waitFor({ state: 'detached' })

  // A rule that does not matter here is silent until it is requested again.
  await links.getByRole('button', { name: 'Ignore in this email: Links' }).click()
  await links.waitFor({ state: 'detached' })
  expect((await document()).meta.ignoredRules).toEqual(['links.insecure'])
  await list.getByRole('button', { name: 'Check again' }).click()
  await links.waitFor()
  expect((await document()).meta.ignoredRules).toBeUndefined()

  // F8 goes from one to the next, also from where someone types.
  await page
    .getByRole('textbox', { name: 'Subject' })
    .or(page.getByRole('textbox', { name: 'HTML' }))
    .first()
    .focus()
  await page.keyboard.press('F8')
  await said.getByText(/has no alt attribute/).waitFor()
  await page.locator('[data-field="html"] textarea:focus').waitFor()
  expect(await page.evaluate(`editor.selection.peek()`)).toBe('kept')

  await page.evaluate(`void (editor.viewOnly.value = true)`)
  await list.getByRole('button', { name: 'Fix' }).first().waitFor({ state: 'detached' })
  expect(await list.getByRole('button', { name: /^Ignore/ }).count()).toBe(0)
  expect(complaints).toEqual([])
  await page.close()
})

test('checks are off if the host disables them', async () => {
  const customization = { branding: true, features: [], checks: false as const }
  const { page } = await openAlone({ document: faultyEmail(), config: { customization } })
  await page.getByRole('tab', { name: 'Styles' }).waitFor()
  expect(await page.getByRole('tab').count()).toBe(3)
  await page.evaluate(`editor.run('nextFinding')`)
  expect(page.workers()).toEqual([])
  await page.close()
})
