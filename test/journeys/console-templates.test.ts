/** Templates in the console of the executable, with a seeded project: folders, selection, assets, export. */
import { beforeAll, describe, expect, test } from 'bun:test'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { BrowserContext, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { startStandIn } from '../email/push/stand-in.ts'
import { mailchimp } from '../email/push/stand-ins/mailchimp.ts'
import { accessibilityFaults } from '../support/accessibility.ts'
import { until } from '../support/until.ts'
import { type Running, runBinary, startBinary } from './binary.ts'
import { openBrowser } from './browser.ts'
import { checkPage, looks, openInLook } from './console-pages.ts'

const lamp =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="20" fill="#fc3"/></svg>'

describe('templates in the console', () => {
  let service: Running
  let context: BrowserContext
  const complaints: string[] = []

  beforeAll(async () => {
    service = await startBinary({ environment: { SVC_NET_ALLOW: '127.0.0.0/8' } })
    const seeded = await seed()
    if (seeded.code !== 0) throw new Error(seeded.err)
    context = await (await openBrowser()).newContext({ viewport: { width: 1280, height: 900 } })
    const page = await open(service.setupUrl ?? '')
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill('four unrelated words here')
    await page.keyboard.press('Enter')
    await page.locator('.page-head').waitFor()
    await page.close()
  })

  const seed = (...more: readonly string[]) => runBinary(['seed', '--demo', ...more, '--data-dir', service.dataDir])

  async function open(url: string): Promise<Page> {
    const page = await context.newPage()
    page.on('pageerror', (error) => void complaints.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url) && !/^(data|blob):/.test(request.url())) complaints.push(request.url())
    })
    await page.goto(url)
    return page
  }

  const cards = (page: Page) => page.locator('.gallery .card')

  test('a project that is not empty is seeded only by force', async () => {
    const { code, err } = await seed()
    expect(code).toBe(1)
    expect(err).toContain('is not empty')
  })

  test('a template is dragged into a folder, moved back by undo, and moved again by keyboard', async () => {
    const page = await open(`${service.url}/templates?folder=none`)
    const tree = page.getByRole('tree', { name: 'Folders' })
    const card = cards(page).filter({ hasText: 'Second Shift: reminder' })
    await card.waitFor()
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
    await card.dragTo(tree.getByRole('treeitem', { name: 'Win-back' }))
    await page.getByText('1 template was moved').waitFor()
    await card.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await card.waitFor()

    await card.getByRole('button', { name: 'Actions for Second Shift: reminder' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Move', exact: true }).press('Enter')
    await page.getByRole('dialog').getByLabel('Folder').selectOption({ label: 'Lifecycle / Win-back' })
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).press('Enter')
    await tree.getByRole('treeitem', { name: 'Win-back' }).click()
    await page.waitForURL(/folder=fld_/)
    await card.waitFor()
    expect(await cards(page).count()).toBe(2)
    await page.close()
  })

  test('thumbnails that are slow leave connections for what a person opens, and end with their page', async () => {
    const page = await open(`${service.url}/developers`)
    const held = Promise.withResolvers<void>()
    let requested = 0
    await page.route('**/cdn/thumbnails/**', async (route) => {
      requested++
      await held.promise
      await route.continue().catch(() => undefined)
    })
    await page.getByRole('link', { name: 'Templates' }).click()
    await cards(page).nth(8).waitFor()
    await until(() => requested === 3, 'three thumbnails to be requested')
    await page.getByRole('button', { name: 'New template' }).first().click()
    await page.getByRole('button', { name: 'Event invitation' }).waitFor()
    await page.keyboard.press('Escape')
    expect(requested).toBe(3)
    await page.getByRole('link', { name: 'Modules', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Modules' }).waitFor()
    await page.getByRole('link', { name: 'Templates', exact: true }).click()
    await until(() => requested > 3, 'thumbnails of the page that was opened again')
    held.resolve()
    await page.close()
  })

  test('a folder is made, renamed, dragged into another and deleted; its templates stay', async () => {
    const page = await open(`${service.url}/templates`)
    const tree = page.getByRole('tree', { name: 'Folders' })
    await page.getByRole('button', { name: 'New folder' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Draft ideas')
    await page.keyboard.press('Enter')
    await tree.getByRole('treeitem', { name: 'Draft ideas' }).dragTo(tree.getByRole('treeitem', { name: 'Shop' }))
    await page.getByText('“Draft ideas” was moved').waitFor()
    const folder = tree.getByRole('treeitem', { name: 'Draft ideas' })
    await tree.locator('[aria-level="2"]', { hasText: 'Draft ideas' }).click()
    await page.getByRole('button', { name: 'Actions for Draft ideas' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Ideas')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Actions for Ideas' }).click()
    await page.getByRole('menuitem', { name: /^Delete/ }).click()
    await page.getByText('“Ideas” was deleted').waitFor()
    await folder.waitFor({ state: 'detached' })
    await page.close()
  })

  test('several templates are selected with Shift, moved to the trash, and restored by undo', async () => {
    const page = await open(`${service.url}/templates?q=newsletter`)
    await page.getByLabel('Select Newsletter no. 48').check()
    await page.getByLabel('Select Newsletter no. 46').click({ modifiers: ['Shift'] })
    const bar = page.getByRole('region', { name: '3 selected' })
    await bar.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('3 templates are in the trash').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'Newsletter no. 47' }).waitFor()
    await page.close()
  })

  test('files are uploaded, described and found, and deleted once a person accepts that an email uses them', async () => {
    const page = await open(`${service.url}/assets`)
    const assets = page.getByRole('list', { name: 'Assets' }).getByRole('button')
    await page.getByLabel('Upload files').setInputFiles([
      { name: 'lamp.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(lamp) },
      { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<!doctype html><script>alert(1)</script>') },
    ])
    await page.getByText('1 file was uploaded').waitFor()
    await page.getByRole('alert').filter({ hasText: 'page.html' }).waitFor()
    await assets.filter({ hasText: 'lamp.svg' }).click()
    await page.getByText('No template or module that you may see uses it.').waitFor()
    const url = (await page.getByLabel('URL', { exact: true }).innerText()).trim()
    expect(url).toMatch(/\/cdn\/ast_\w+\/lamp\.svg$/)
    const image = await page.locator('.focal').boundingBox()
    if (image === null) throw new Error('The image has no size.')
    await page.mouse.click(image.x + image.width / 4, image.y + image.height / 2)
    await page.getByLabel('From top to bottom').press('ArrowRight')
    await page.getByLabel('Alternative text', { exact: true }).fill('A lit lamp')
    await page.keyboard.press('Enter')
    await page.getByText('“lamp.svg” was saved').waitFor()
    await page.getByLabel('Search names').fill('lit lamp')
    await page.waitForURL(/q=lit/)
    await assets.filter({ hasText: 'lamp.svg' }).click()
    expect(await page.getByLabel('Alternative text', { exact: true }).inputValue()).toBe('A lit lamp')
    const sliders = page.getByRole('group', { name: 'Focal point' }).getByRole('slider')
    expect(await sliders.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))).toEqual([
      '25',
      '51',
    ])
    await page.setViewportSize({ width: 375, height: 780 })
    expect(await accessibilityFaults(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Close' }).click()
    const mjml = `<mjml><mj-body><mj-image src="${url}"></mj-image></mj-body></mjml>`
    await page.evaluate(postJson, { path: '/v1/templates/import', body: { mjml, name: 'Lit room', type: 'other' } })
    await assets.filter({ hasText: 'lamp.svg' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: 'Lit room' }).waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('are deleted for good').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('Templates or modules use it.').waitFor()
    await dialog.getByRole('button', { name: 'Delete anyway' }).click()
    await page.getByText('No asset matches').waitFor()
    await page.getByRole('button', { name: 'Show all assets' }).click()
    await assets.filter({ hasText: 'Laid table' }).waitFor()
    expect(await assets.filter({ hasText: 'lamp.svg' }).count()).toBe(0)
    expect(complaints).toEqual([])
    await page.close()
  })

  test('a list downloads as a table with every row of its filter, not only those that are shown', async () => {
    const page = await open(`${service.url}/templates`)
    await cards(page).first().waitFor()
    for (let n = 0; n < 60; n++)
      await page.evaluate(postJson, { path: '/v1/templates', body: { name: `=Row ${n}`, type: 'other' } })
    await page.goto(`${service.url}/templates?q=Row`)
    await cards(page).first().waitFor()
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const download = await started
    expect(download.suggestedFilename()).toBe('templates.csv')
    const text = await Bun.file(await download.path()).text()
    const [head = '', ...rows] = text.trimEnd().split('\r\n')
    expect(head).toStartWith('id,name,type')
    expect(head).not.toContain('thumbnail_url')
    expect(rows.filter((row) => row.includes(",'=Row ")).length).toBe(60)
    expect(complaints).toEqual([])
    await page.close()
  })

  test('a file is replaced after what uses it was shown; the draft shows the new one, and Undo brings the old one back', async () => {
    const page = await open(`${service.url}/assets`)
    const assets = page.getByRole('list', { name: 'Assets' }).getByRole('button')
    const svg = (color: string, width: number) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="60"><rect width="${width}" height="60" fill="${color}"/></svg>`
    const file = (name: string, text: string) => ({ name, mimeType: 'image/svg+xml', buffer: Buffer.from(text) })
    await page.getByLabel('Upload files').setInputFiles(file('badge.svg', svg('#c00', 120)))
    await assets.filter({ hasText: 'badge.svg' }).click()
    const url = (await page.getByLabel('URL', { exact: true }).innerText()).trim()
    const mjml = `<mjml><mj-body><mj-image src="${url}"></mj-image></mj-body></mjml>`
    await page.evaluate(postJson, { path: '/v1/templates/import', body: { mjml, name: 'Badges', type: 'other' } })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Replace the file' }).click()
    await dialog.getByRole('link', { name: 'Badges' }).waitFor()
    await dialog.getByLabel('Choose a file').setInputFiles(file('green.svg', svg('#0a0', 60)))
    await dialog.getByText('green.svg').waitFor()
    await page.setViewportSize({ width: 375, height: 780 })
    expect(await accessibilityFaults(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
    await page.getByText('“badge.svg” was replaced').waitFor()
    const shown = () => assets.filter({ hasText: 'badge.svg' })
    await shown().filter({ hasText: '60 × 60 px' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('“badge.svg” has the file from before').waitFor()
    await shown().filter({ hasText: '120 × 60 px' }).waitFor()
    await shown().click()
    expect((await page.getByLabel('URL', { exact: true }).innerText()).trim()).toBe(url)
    expect(complaints).toEqual([])
    await page.close()
  })

  test('an upload continues while another section is open, and the browser asks before the page is left', async () => {
    const page = await open(`${service.url}/assets`)
    const held = Promise.withResolvers<void>()
    await page.route('**/v1/assets', async (route) => {
      if (route.request().method() === 'POST') await held.promise
      await route.continue()
    })
    await page
      .getByLabel('Upload files')
      .setInputFiles({ name: 'lamp.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(lamp) })
    await page.getByRole('progressbar', { name: 'Uploading lamp.svg' }).waitFor()
    await page.getByRole('link', { name: 'Templates' }).click()
    await cards(page).first().waitFor()
    const question = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    expect((await question).type()).toBe('beforeunload')
    await (await question).dismiss()
    await page.getByRole('link', { name: 'Assets' }).click()
    await page.getByRole('progressbar', { name: 'Uploading lamp.svg' }).waitFor()
    held.resolve()
    await page.getByText('1 file was uploaded').waitFor()
    await page.getByRole('list', { name: 'Assets' }).getByText('lamp.svg').waitFor()
    await page.close()
  })

  test('a template is exported for Mailchimp with its notes, and the file is downloaded', async () => {
    const page = await open(`${service.url}/templates?q=cart`)
    await page.getByLabel('Select Abandoned cart', { exact: true }).check()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Format or provider').selectOption('mailchimp')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const download = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Abandoned cart.zip' }).click()
    expect((await download).suggestedFilename()).toBe('Abandoned cart.zip')
    await dialog.getByText(/\d+ notes?/).waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  test('a template is pushed into an account that is connected in the dialog, after what Mailchimp cannot express', async () => {
    const account = startStandIn(mailchimp)
    const page = await open(`${service.url}/templates?q=cart`)
    await page.getByLabel('Select Abandoned cart', { exact: true }).check()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Format or provider').selectOption('mailchimp')
    await dialog.getByRole('button', { name: 'Connect an account' }).click()
    await dialog.getByLabel('API key').fill(mailchimp.wrong.credentials['api_key'] ?? '')
    await dialog.getByText('The API is behind a gateway').click()
    await dialog.getByLabel('Own URL of the API').fill(account.url)
    const connect = dialog.getByRole('button', { name: 'Check and connect' })
    await connect.click()
    await dialog.getByRole('alert').waitFor()
    expect(await dialog.getByLabel('Own URL of the API').inputValue()).toBe(account.url)
    await dialog.getByLabel('API key').fill(mailchimp.account.credentials['api_key'] ?? '')
    await connect.click()
    const push = dialog.getByRole('region', { name: 'Push to Mailchimp' })
    await push.getByRole('button', { name: 'Push to “Mailchimp”' }).click()
    await push.getByText('Before the push: what Mailchimp cannot express').waitFor()
    expect(account.templates.size).toBe(0)
    await push.getByRole('button', { name: 'Push anyway' }).click()
    await push.getByText('The template “Abandoned cart” was created at Mailchimp.').waitFor()
    expect(await push.getByLabel('Id of “Abandoned cart” at Mailchimp', { exact: true }).innerText()).toContain('10000')
    expect(account.templates.get('10000')).toMatchObject({ name: 'Abandoned cart' })
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await accessibilityFaults(page)).toEqual([])
    }
    expect(account.faults).toEqual([])
    expect(complaints).toEqual([])
    await page.close()
  })

  test('exports are listed with their state and files, run to their end while one looks, are repeated and deleted', async () => {
    const page = await open(`${service.url}/exports`)
    const id = (
      await page.evaluate(postJson, { path: '/v1/export', body: { html: '<p>Hello</p>', format: 'html', async: true } })
    ).id
    await page.goto(`${service.url}/exports`)
    const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Details' }) })
    await rows.filter({ hasText: 'A document that is not stored' }).getByText('Completed').waitFor()
    await page.goto(`${service.url}/exports?export=${id}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The export was deleted').waitFor()
    await rows.filter({ hasText: 'A document that is not stored' }).waitFor({ state: 'detached' })
    const before = await rows.count()
    await page.setViewportSize({ width: 375, height: 780 })
    const box = await rows.first().getByRole('button', { name: 'Details' }).boundingBox()
    expect((box?.x ?? 375) + (box?.width ?? 0)).toBeLessThan(360)
    await page.setViewportSize({ width: 1280, height: 900 })
    await rows.filter({ hasText: 'Mailchimp' }).first().getByRole('button', { name: 'Details' }).click()
    await dialog.getByRole('button', { name: 'Export again' }).click()
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    await dialog.getByText('They are stored until').waitFor()
    await dialog.locator('.svc-dialog-foot').getByRole('button', { name: 'Close' }).click()
    await rows.nth(before).waitFor()
    await page.getByLabel('State').selectOption({ label: 'Failed' })
    await page.getByText('No export is in this state').waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  test('a module is found, shown, renamed, and deleted after its uses are shown; emails keep its blocks', async () => {
    const page = await open(`${service.url}/modules?q=footer`)
    const modules = page.getByRole('rowheader').getByRole('link')
    const dialog = page.getByRole('dialog')
    await modules.filter({ hasText: 'Footer of the shop' }).click()
    await dialog.getByRole('img', { name: 'Preview of Footer of the shop' }).waitFor()
    await dialog.getByText('follows the latest version').first().waitFor()
    const href = await dialog.getByRole('listitem').getByRole('link').first().getAttribute('href')
    await dialog.getByLabel('Name').fill('Footer of both shops')
    await page.keyboard.press('Enter')
    await page.getByText('“Footer of both shops” was saved').waitFor()
    await modules.filter({ hasText: 'Footer of both shops' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('The parts stay there as ordinary blocks').waitFor()
    await dialog.getByRole('listitem').first().waitFor()
    await dialog.getByRole('button', { name: 'Delete, keep the blocks' }).click()
    await page.getByText('“Footer of both shops” was deleted').waitFor()
    await page.getByText('No module matches').waitFor()
    const blocks = await page.request.get(`${service.url}/v1${href}/blocks`)
    expect(await blocks.text()).not.toContain('"type":"module"')
    await page.getByRole('button', { name: 'Show all modules' }).click()
    await modules.filter({ hasText: 'Header with the wordmark' }).click()
    await dialog.getByText('No template or module that you may see uses it.').waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  test('an email of another tool is compared with its source, saved as a template and opened', async () => {
    const page = await open(`${service.url}/templates`)
    await page.getByRole('link', { name: 'Import' }).click()
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'winter sale.html',
      mimeType: 'text/html',
      buffer: Buffer.from(
        '<title>Winter sale</title><table width="600"><tr><td><h1>Winter is here</h1><p>Boots for {{ first_name }}.</p>' +
          '<form><input name="email"></form><a href="https://example.com/boots">See the boots</a></td></tr></table>',
      ),
    })
    for (const name of ['The source as an image', 'The result as an image'])
      await page.getByRole('img', { name }).waitFor()
    await page.getByRole('radio', { name: 'Phone' }).check()
    const report = page.getByRole('region', { name: 'Report' })
    expect(await report.innerText()).toMatch(/Words kept\s+100 %/)
    expect(await report.getByRole('listitem').count()).toBeGreaterThan(0)
    expect(await page.getByLabel('Name of the template').inputValue()).toBe('Winter sale')

    await page.getByRole('button', { name: 'Import another email' }).click()
    await page
      .getByLabel('Or paste its HTML or MJML')
      .fill('<mjml><mj-body><mj-text>Only MJML</mj-text></mj-body></mjml>')
    await page.getByRole('button', { name: 'Read it' }).click()
    await page.getByRole('img', { name: 'The result as an image' }).waitFor()
    expect(await page.getByRole('region', { name: 'Source' }).innerText()).toContain('<mj-text>Only MJML')
    await page.getByLabel('Name of the template').fill('From MJML')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/templates\/tpl_/)
    await page.goto(`${service.url}/templates?q=MJML`)
    await page.getByRole('link', { name: 'From MJML' }).first().waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  test('a message of an inbox is imported with its images, which become assets', async () => {
    const page = await open(`${service.url}/templates/import`)
    const message = new MailComposer({
      subject: 'Winter is here – 20 %',
      text: 'Only text',
      html: '<table width="600"><tr><td><h1>Grüße</h1><img src="cid:boots@shop" width="40" alt="Boots"></td></tr></table>',
      attachments: [
        {
          cid: 'boots@shop',
          filename: 'winter-boots.png',
          content: PNG.sync.write(new PNG({ width: 40, height: 40, colorType: 2 })),
        },
      ],
    })
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'Fwd.eml',
      mimeType: 'message/rfc822',
      buffer: await message.compile().build(),
    })
    await page.getByRole('img', { name: 'The result as an image' }).waitFor()
    expect(await page.getByRole('region', { name: 'Report' }).innerText()).toMatch(/Images kept\s+100 %/)
    expect(await page.getByLabel('Name of the template').inputValue()).toBe('Winter is here – 20 %')
    await page.getByRole('button', { name: 'Save as a template' }).click()
    await page.waitForURL(/\/templates\/tpl_/)
    await page.goto(`${service.url}/assets?q=winter-boots`)
    await page.getByRole('list', { name: 'Assets' }).getByRole('button', { name: 'winter-boots.png' }).click()
    await page.getByRole('dialog').getByText('Winter is here – 20 %').waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  test('what cannot be imported is refused with its reason, and the pasted text stays', async () => {
    const page = await open(`${service.url}/templates/import`)
    const paste = page.getByLabel('Or paste its HTML or MJML')
    await paste.fill('{"unknown": true}')
    await page.getByRole('button', { name: 'Read it' }).click()
    await page
      .getByText(/Unlayer/)
      .last()
      .waitFor()
    expect(await paste.inputValue()).toBe('{"unknown": true}')
    await page.close()
  })

  test('the page of a template shows what publishing changes, publishes it and goes back to an older release', async () => {
    const page = await open(`${service.url}/templates?q=order`)
    await page.getByRole('button', { name: 'Actions for Your order is on its way' }).click()
    await page.getByRole('menuitem', { name: 'Details' }).click()
    await page.getByRole('img', { name: 'The email as an image' }).waitFor()
    await page.getByRole('radio', { name: 'Phone' }).check()
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.getByRole('link', { name: 'Releases' }).click()
    const changes = page.getByRole('group', { name: 'What publishing changes' })
    expect(await changes.innerText()).toContain('Written anew for the winter season.')
    await page.getByLabel('Note for the list of releases').fill('Winter texts')
    await page.keyboard.press('Enter')
    await page.getByText('Release 3 is live', { exact: true }).waitFor()
    await page.getByText('The draft is what is live.').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'First release' }).getByRole('button').click()
    await page.getByText('Release 1 is live again as release 4').waitFor()
    await page.close()
  })

  test('a version is labeled, looked at, compared, restored, restored back by undo, and pinned', async () => {
    const page = await open(`${service.url}/templates?q=order`)
    const card = page.locator('.card').filter({ hasText: 'Your order is on its way' })
    await page.goto(`${service.url}${await card.locator('.card-name').getAttribute('href')}/details/versions`)
    const rows = page.locator('.details-version')
    await page.getByRole('button', { name: 'Name the current version' }).click()
    await page.getByRole('dialog').getByLabel('Label').fill('As sent in May')
    await page.keyboard.press('Enter')
    await page.getByText(/Version \d+ is “As sent in May”/).waitFor()
    await rows.first().getByText('As sent in May').waitFor()
    const newest = Number((await rows.first().getByRole('link').innerText()).replace('Version ', ''))
    const oldest = rows.last()
    await oldest.getByRole('link', { name: 'Version 1' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('img', { name: 'Version 1 as an image' }).waitFor()
    await dialog.getByRole('button', { name: 'Compare with the current version' }).click()
    await dialog.getByRole('heading', { name: `What changed from version 1 to ${newest}` }).waitFor()
    for (const number of [1, newest]) await dialog.getByRole('img', { name: `Version ${number} as an image` }).waitFor()
    await dialog.getByLabel('Later').selectOption('1')
    await dialog.getByText('Both versions have the same content.').waitFor()
    expect(page.url()).toContain('from=1&to=1')
    await dialog.locator('.svc-dialog-foot').getByRole('button', { name: 'Close' }).click()
    const choose = async (name: string) => {
      await oldest.getByRole('button', { name: 'Actions for version 1' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await choose('Restore')
    await page.getByText('The draft is that of version 1').waitFor()
    await rows.first().getByText('Restored version 1').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await rows.first().getByText(`Restored version ${newest}`).waitFor()
    await choose('Pin')
    await oldest.getByText('Pinned', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  test('a rule for a template is added, changed, removed and brought back, and everyone else gets a level', async () => {
    const page = await open(`${service.url}/templates?q=order`)
    const card = page.locator('.card').filter({ hasText: 'Your order is on its way' })
    await page.goto(`${service.url}${await card.locator('.card-name').getAttribute('href')}/details/permissions`)
    await page.getByText('No rule yet').waitFor()
    const form = page.locator('.grant-form')
    await form.getByRole('button', { name: 'Add' }).click()
    await form.getByText('Choose for whom the rule is.').waitFor()
    await form.getByLabel('For').selectOption({ label: 'Role' })
    await form.getByLabel('Role').selectOption({ label: 'Editors' })
    await form.getByLabel('Level').selectOption({ label: 'Edit texts' })
    await form.getByRole('button', { name: 'Add' }).click()
    await page.getByText('The level of Editors is now “Edit texts”').waitFor()
    await page.getByText('but not publish').waitFor()
    await page.getByLabel('Level of Editors').selectOption({ label: 'View' })
    await page.getByText('The level of Editors is now “View”').waitFor()
    await form.getByLabel('For').selectOption({ label: 'User of the embedded editor' })
    await form.getByLabel('Their id in your application').fill('customer-17')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove customer-17' }).click()
    await page.getByText('The permission of customer-17 was removed').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByLabel('Level of customer-17').waitFor()
    await page.getByLabel('Level of Everyone else').selectOption({ label: 'Hidden' })
    await page.getByText('The level of everyone else is now “Hidden”').waitFor()
    await page.reload()
    await page.getByLabel('Level of customer-17').waitFor()
    expect(await page.getByLabel('Level of Everyone else').inputValue()).toBe('none')
    expect(await page.getByLabel('Level of Editors').inputValue()).toBe('view')
    expect(complaints).toEqual([])
    await page.close()
  })

  test('a reviewer without an account approves by the link that the page shows once', async () => {
    const page = await open(`${service.url}/`)
    await page
      .getByRole('link', { name: /Newsletter no. 48/ })
      .first()
      .click()
    await page.getByLabel('Name of the reviewer').fill('Brand team')
    await page.keyboard.press('Enter')
    const url = await page.locator('.copy-text code').innerText()
    const reviewer = await (await openBrowser()).newPage()
    await reviewer.goto(url.trim())
    expect(await reviewer.title()).toContain('Newsletter no. 48')
    await reviewer.close()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Approved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Request a review' }).click()
    await page.getByText('someone else decides').waitFor()
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await page.close()
  })

  test('developers copy the call with the variables of the template', async () => {
    const page = await open(`${service.url}/templates?q=Password`)
    await page.getByRole('button', { name: 'Actions for Password reset' }).click()
    await page.getByRole('menuitem', { name: 'Details' }).click()
    await page
      .getByRole('navigation', { name: 'Pages of this template' })
      .getByRole('link', { name: 'Developers' })
      .click()
    const payload = JSON.parse(await page.getByLabel('Sample payload', { exact: true }).innerText()) as object
    expect(payload).toHaveProperty('company.name')
    const id = page.url().split('/')[4]
    for (const language of ['curl', 'TypeScript', 'Python', 'Go', 'PHP', 'Ruby']) {
      await page.getByRole('radio', { name: language, exact: true }).check()
      expect(await page.getByLabel(language, { exact: true }).last().innerText()).toContain(id ?? '')
    }
    expect(complaints).toEqual([])
    await page.close()
  })

  for (const look of looks)
    test(`its pages are accessible, fit their window and look as before: ${look.name}`, async () => {
      const page = await openInLook(context, look)
      await page.goto(`${service.url}/templates?q=launch`)
      const details = `${await page.locator('.card-name').first().getAttribute('href')}/details`
      const tabs = ['', '/releases', '/versions', '/review', '/permissions', '/developers'].map((tab) => details + tab)
      for (const path of [
        '/',
        '/modules',
        '/assets',
        '/exports',
        '/templates?folder=none',
        '/templates/import',
        ...tabs,
      ]) {
        // The first page has another baseline, with less on it.
        await checkPage(page, service.url + path, look, { varies: path === '/' })
      }
      await page.context().close()
    })
})

/** Runs in a page of the console. */
async function postJson({ path, body }: { path: string; body: object }): Promise<{ id: string }> {
  const start = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="svc-start"]')?.content ?? '') as {
    csrf: string
  }
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'svc-csrf': start.csrf },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { id: string }
}
