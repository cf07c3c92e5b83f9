/** What the API saves while an editor is open is merged and shown, and nothing typed is lost by it. */
import { expect, test } from 'bun:test'
import { buildEditor } from '../../../scripts/editor.ts'
import { createApiKey } from '../../../src/surfaces/projects/index.ts'
import { publicTemplateId } from '../../../src/surfaces/templates/index.ts'
import { ask } from '../../support/scenario.ts'
import { until } from '../../support/until.ts'
import { startHostPage } from './host/host-page.ts'

test('operations of an API key reach the open editor, which keeps its words and its undo', async () => {
  await buildEditor()
  const { service, host, open } = await startHostPage()
  const startFrom = await publicTemplateId('welcome')
  const wanted = { projectId: host.projectId, name: 'Agent', scopes: ['templates:read', 'templates:write'] as const }
  const { key } = await service.store.tx((db) => createApiKey(db, { ...wanted, scopes: [...wanted.scopes] }))
  const page = await open()
  await page.evaluate((from) => {
    const ready = new Promise<void>((resolve) => window.svc.once('ready', () => resolve()))
    const { pluginId, getAuthToken, svc } = window
    return svc
      .init({ pluginId, apiRequestData: { emailId: 'merged' }, getAuthToken, startFrom: from })
      .then(() => ready)
  }, startFrom)
  const canvas = page.frameLocator('#svc-plugin > iframe').frameLocator('iframe')
  const text = canvas.locator('[contenteditable="true"]', { hasText: 'Pull up a chair' })
  await until(async () => {
    await canvas.getByText('Pull up a chair').click()
    return (await text.count()) > 0
  }, 'the caret')
  await page.keyboard.press('End')
  await page.keyboard.type(' FIRST')
  const { templateId } = await page.evaluate(() => window.svc.save())
  const read = async (view = '') => (await ask(service, { call: `GET /v1/templates/${templateId}${view}`, key })).body
  const stored = async () => JSON.stringify(await read('/structured'))
  const { revision } = (await read()) as { revision: number }
  const nodes = [{ type: 'text', text: 'Added by an agent' }]
  const edit = await ask(service, {
    call: `POST /v1/templates/${templateId}/operations`,
    key,
    send: {
      base_revision: revision,
      operations: [
        { op: 'insert', parent: 'root', index: 0, nodes: [{ type: 'section', columns: [{ blocks: nodes }] }] },
      ],
    },
  })
  expect([edit.status, edit.body]).toMatchObject([200, {}])
  await canvas.getByText('Added by an agent').waitFor()
  await page.keyboard.type(' SECOND')
  await page.evaluate(() => window.svc.save())
  const saved = await stored()
  expect(saved).toContain('Added by an agent')
  expect(saved).toContain('FIRST SECOND')
  await page.evaluate(() => window.svc.undo())
  await page.evaluate(() => window.svc.save())
  const undone = await stored()
  expect(undone).toContain('Added by an agent')
  expect(undone).not.toContain('SECOND')
  await page.close()
})
