/** Mails with reports in Dovecot, read by the compiled executable over TLS: stored once, then moved or marked. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accessibilityFaults } from '../support/accessibility.ts'
import { createAuthority } from '../support/certificates.ts'
import { type Dovecot, hasDovecot, startDovecot } from '../support/dovecot.ts'
import { publishedFile } from '../support/published-data.ts'
import { temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'
import { type Running, startBinary } from './binary.ts'
import { openBrowser } from './browser.ts'

const folder = 'dmarc-samples/parsedmarc/samples/aggregate'
/** Mails of receivers, by the domain of their report. */
const samples = {
  'borschow.com': 'Report domain- borschow.com Submitter- google.com Report-ID- 949348866075514174.eml',
  'ab.id.au': 'mimecast-weird-gzip.eml',
  'twlnet.com': 'twilight.eml',
}
const mails = Object.values(samples).flatMap((name) => publishedFile(`${folder}/${name}`) ?? [])

interface Report {
  messages: number
  via: string
}

interface Box {
  id: string
  state: string
  messages: number
  reports: number
  runs: { accepted: number; duplicates: number; rejected: number }[]
}

describe.skipIf(!hasDovecot || mails.length < 3)('a mailbox of Dovecot', () => {
  let dovecot: Dovecot
  let service: Running

  const call = async (request: string, body?: object) => {
    const [method = '', path = ''] = request.split(' ')
    const headers = { 'svc-api-auth': service.apiKey ?? '', 'content-type': 'application/json' }
    const given = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${service.url}/v1/dmarc${path}`, { method, headers, ...given })
    return (response.status === 204 ? {} : await response.json()) as Box & { data: (Box & Report)[] }
  }
  const add = async (settings: object) =>
    call('POST /mailboxes', {
      name: 'Dovecot',
      host: 'localhost',
      port: dovecot.tlsPort,
      username: dovecot.username,
      auth: { method: 'password', password: dovecot.password },
      ...settings,
    })
  const read = async (id: string) => call(`GET /mailboxes/${id}`)
  /** A run is not repeated while one is running. */
  const readAgain = async (id: string) => {
    const { length } = (await read(id)).runs
    await until(async () => {
      await call(`POST /mailboxes/${id}/poll`)
      return (await read(id)).runs.length > length
    }, 'another run')
  }
  const messagesOf = async () => {
    const { data } = await call('GET /domains')
    const pages = await Promise.all(data.map(({ id }) => call(`GET /domains/${id}/reports`)))
    return pages.flatMap(({ data: reports }) => reports)
  }

  beforeAll(async () => {
    const authority = await createAuthority()
    dovecot = await startDovecot(await authority.issue(['localhost']))
    const ca = join(temporaryDirectory(), 'ca.pem')
    writeFileSync(ca, authority.ca)
    service = await startBinary({
      environment: { SVC_NET_ALLOW: '127.0.0.0/8,::1/128', SVC_DNS_SERVERS: '127.0.0.1:9', NODE_EXTRA_CA_CERTS: ca },
    })
    for (const domain of Object.keys(samples)) await call('POST /domains', { domain })
  })

  test('is read over TLS: reports are stored once, and their mails are moved', async () => {
    for (const mail of mails) dovecot.deliver(mail)
    dovecot.deliver('Subject: Lunch\r\n\r\nAt noon?\r\n')
    const { id } = await add({})
    await until(
      async () => (await read(id)).state === 'ok',
      () => `Dovecot: ${dovecot.log()}`,
    )
    expect(await read(id)).toMatchObject({
      messages: 4,
      reports: 3,
      runs: [{ accepted: 3, duplicates: 0, rejected: 1 }],
    })
    const boxes = [dovecot.flags(), dovecot.flags('Processed'), dovecot.flags('Rejected')]
    expect(boxes.map(({ length }) => length)).toEqual([0, 3, 1])
    await readAgain(id)
    // The same mails again, as a mail server repeats them.
    for (const mail of mails) dovecot.deliver(mail)
    await until(async () => {
      await call(`POST /mailboxes/${id}/poll`)
      return (await read(id)).messages === 7
    }, 'the repeated mails')
    expect(await read(id)).toMatchObject({ messages: 7, reports: 3 })
    expect(await messagesOf()).toMatchObject(mails.map(() => ({ messages: 1, via: 'imap' })))
    expect(dovecot.flags('Processed')).toHaveLength(6)
  })

  test('is read over STARTTLS: mails are marked and stay', async () => {
    for (const mail of mails) dovecot.deliver(mail, 'Shared')
    const { id } = await add({ security: 'starttls', port: dovecot.port, folder: 'Shared', after: 'mark_read' })
    await until(
      async () => (await read(id)).state === 'ok',
      () => `Dovecot: ${dovecot.log()}`,
    )
    expect(dovecot.flags('Shared')).toEqual(['S', 'S', 'S'])
    await readAgain(id)
    expect(await read(id)).toMatchObject({ messages: 3 })
    expect(await messagesOf()).toHaveLength(3)
  })

  test('a person connects one in the console, corrects its password, pauses and disconnects it', async () => {
    const page = await (await openBrowser()).newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(service.setupUrl ?? '')
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill('four unrelated words here')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Hello Ada Lovelace' }).waitFor()
    for (const { id } of (await call('GET /mailboxes')).data) await call(`DELETE /mailboxes/${id}`)
    await page.goto(`${service.url}/domains`)
    await page.getByRole('button', { name: 'Connect a mailbox' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('IMAP server').fill('localhost')
    await dialog.getByLabel('User name').fill(dovecot.username)
    await dialog.getByLabel('Password of the mailbox').fill('wrong')
    await dialog.getByText('More settings').click()
    await dialog.getByLabel('Port').fill(String(dovecot.tlsPort))
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save and test' }).click()
    const line = page.getByRole('listitem').filter({ hasText: 'localhost' })
    await page.getByRole('status').getByText('refused the credentials').waitFor()
    await line.getByText('refused the credentials').waitFor()

    const choose = async (name: string) => {
      await line.getByRole('button', { name: 'Actions for Reports' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await choose('Change settings')
    await dialog.getByLabel('Password of the mailbox').fill(dovecot.password)
    await page.keyboard.press('Enter')
    await page.getByText('The folder INBOX can be read').waitFor()
    await line.getByRole('button', { name: 'Read now' }).click()
    await until(async () => (await call('GET /mailboxes')).data[0]?.state === 'ok', 'a run with the right password')
    await page.reload()
    await line.getByText('Last read').waitFor()
    await page.setViewportSize({ width: 375, height: 780 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375)
    await choose('Pause')
    await line.getByText('Paused').waitFor()
    await choose('Disconnect')
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await line.waitFor({ state: 'detached' })
    expect((await call('GET /mailboxes')).data).toEqual([])
    await page.close()
  })
})
