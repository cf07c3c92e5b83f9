/** Mailboxes over IMAP: settings over the API, and runs against servers that refuse, drop connections and revoke tokens. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import { createVault } from '../../../src/platform/identity/index.ts'
import { createOpenImap } from '../../../src/platform/imap/index.ts'
import { pollMailbox } from '../../../src/surfaces/dmarc/mailboxes/poll.ts'
import { selectMailbox } from '../../../src/surfaces/dmarc/mailboxes/store.ts'
import { netOf, startReceiver } from '../../platform/net/receivers.ts'
import { type Drop, type ImapServer, startImapServer } from '../../support/imap-server.ts'
import { type Answer, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService, testSecret } from '../../support/service.ts'
import { dialects, openTestStore, temporaryDirectory } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { mailOf } from './mail-of.ts'
import { readHere } from './read-here.ts'
import { expectSums } from './sums.ts'
import { writeReport } from './write-report.ts'

const begin = Date.UTC(2026, 9, 1) / 1000
const reportOf = (domain: string, id: string) =>
  mailOf(Bun.gzipSync(writeReport({ domain, id, begin, records: [{ ip: '192.0.2.1', count: 10, dkim: true }] })))

const password = { method: 'password', password: 'secret' }
const plain = { name: 'Reports', host: '127.0.0.1', security: 'none', username: 'reports', auth: password }
const example = { name: 'Reports', host: 'imap.example.com', username: 'reports@example.com', auth: password }
const oauth = { token_url: 'https://login.example.com/token', client_id: 'client' }

interface Box {
  id: string
  state: string
  problem: string | null
  error: string | null
  revision: number
  messages: number
  reports: number
  runs: { messages: number; accepted: number; duplicates: number; rejected: number; problem: string | null }[]
}

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    let imap: ImapServer
    let poll: (id: string) => Promise<boolean>

    const call = async <Body = Box>(request: string, send?: unknown, key = 'a') =>
      (await ask(service, { call: request, key, ...(send === undefined ? {} : { send }) })) as Answer & { body: Body }
    const add = async (settings: object = {}) =>
      (await call('POST /v1/dmarc/mailboxes', { ...plain, port: imap.port, enabled: false, ...settings })).body
    const read = async (id: string) => (await call(`GET /v1/dmarc/mailboxes/${id}`)).body
    const addDomain = async (domain: string) => (await call('POST /v1/dmarc/domains', { domain })).body.id
    const reportsOf = async (id: string) =>
      (
        await call<{ data: { report_id: string; messages: number; via: string }[] }>(
          `GET /v1/dmarc/domains/${id}/reports?limit=100`,
        )
      ).body.data

    beforeAll(async () => {
      imap = await startImapServer()
      service = await startService({ dialect, listens: true, environment: { SVC_NET_ALLOW: '127.0.0.0/8' } })
      const { findPermitted, send } = netOf()
      const deps = {
        store: service.store,
        vault: createVault(testSecret),
        requestToken: send,
        openImap: createOpenImap({ findPermitted }),
        blobs: openBlobs(temporaryDirectory()),
        hash: (text: string) => Bun.SHA256.hash(text, 'hex'),
        readReports: readHere,
      }
      poll = async (id) => {
        const row = await selectMailbox(service.store.read, service.projects.a, id)
        if (row === undefined) throw new Error('No such mailbox')
        return pollMailbox(deps, row, new AbortController().signal)
      }
    })

    let first = ''
    const firstPath = (rest = '') => `/v1/dmarc/mailboxes/${first}${rest}`
    scenarios(
      () => service,
      [
        {
          name: 'a mailbox is created with defaults, and without its password',
          call: 'POST /v1/dmarc/mailboxes',
          send: { ...example, enabled: false },
          status: 201,
          body: {
            port: 993,
            security: 'tls',
            auth: { method: 'password' },
            folder: 'INBOX',
            after: 'move',
            processed_folder: 'Processed',
            rejected_folder: 'Rejected',
            interval_minutes: 5,
            state: 'new',
            next_run_at: null,
            runs: [],
          },
          then({ body, text }) {
            expect(text).not.toContain('"secret"')
            first = (body as Box).id
          },
        },
        {
          name: 'it is listed',
          call: 'GET /v1/dmarc/mailboxes?state=new',
          status: 200,
          body: { data: [{ name: 'Reports', host: 'imap.example.com' }] },
          then: ({ text }) => expect(text).not.toContain('"secret"'),
        },
        {
          name: 'none is in a state that none has',
          call: 'GET /v1/dmarc/mailboxes?state=failing',
          status: 200,
          body: { data: [] },
        },
        {
          name: 'the list is also CSV',
          call: 'GET /v1/dmarc/mailboxes?format=csv',
          status: 200,
          body: 'Reports,imap.example.com,reports@example.com,new',
        },
        {
          name: 'another project sees none',
          call: 'GET /v1/dmarc/mailboxes',
          key: 'b',
          status: 200,
          body: { data: [], page: { has_more: false } },
        },
        ...(['GET', 'PUT', 'DELETE', 'POST test', 'POST poll'] as const).map((word) => ({
          name: `another project cannot reach it: ${word}`,
          call: () => `${word.split(' ')[0]} ${firstPath(word.includes(' ') ? `/${word.split(' ')[1]}` : '')}`,
          key: 'b',
          ...(word === 'PUT' ? { send: { name: 'Stolen' } } : {}),
          status: 404,
          body: { code: 'MAILBOX_NOT_FOUND' },
        })),
        {
          name: 'a setting is changed without the credentials',
          call: () => `PUT ${firstPath()}`,
          send: { interval_minutes: 60, after: 'mark_read' },
          status: 200,
          body: { interval_minutes: 60, after: 'mark_read', revision: 2 },
        },
        {
          name: 'a change of the host requires the credentials',
          call: () => `PUT ${firstPath()}`,
          send: { host: 'imap.example.net' },
          status: 422,
          body: { issues: [{ path: '/auth' }] },
        },
        {
          name: 'credentials without secrets are those that are stored',
          call: () => `PUT ${firstPath()}`,
          send: { auth: { method: 'password' }, name: 'Renamed' },
          status: 200,
          body: { name: 'Renamed', revision: 3 },
        },
        {
          name: 'the host is changed with credentials',
          call: () => `PUT ${firstPath()}`,
          send: { host: 'imap.example.net', auth: { method: 'client_credentials', ...oauth, client_secret: 'hidden' } },
          status: 200,
          body: { host: 'imap.example.net', auth: { method: 'client_credentials', ...oauth }, revision: 4 },
          then: ({ text }) => expect(text).not.toContain('hidden'),
        },
        {
          name: 'messages are not moved into the folder that is read',
          call: 'POST /v1/dmarc/mailboxes',
          send: { ...example, processed_folder: 'inbox' },
          status: 422,
          body: { issues: [{ path: '/processed_folder' }] },
        },
        ...(
          [
            ['outlook.office365.com', 'hunter2', 'Microsoft 365'],
            ['imap-mail.outlook.com', 'abcd efgh ijkl mnop', 'Microsoft 365'],
            ['imap.gmail.com', 'hunter2', 'Google'],
            ['IMAP.GOOGLEMAIL.COM', 'hunter2', 'Google'],
          ] as const
        ).map(([host, secret, provider]) => ({
          name: `${host} takes no password, and the error names OAuth 2`,
          call: 'POST /v1/dmarc/mailboxes',
          send: { ...example, host, auth: { method: 'password', password: secret } },
          status: 422,
          body: {
            issues: [
              {
                path: '/auth/password',
                message: expect.stringContaining(`${provider} accepts no account passwords for IMAP: use OAuth 2`),
              },
            ],
          },
        })),
        {
          name: 'Google takes an app password',
          call: 'POST /v1/dmarc/mailboxes',
          send: {
            ...example,
            host: 'imap.gmail.com',
            auth: { method: 'password', password: 'abcd efgh ijkl mnop' },
            enabled: false,
          },
          status: 201,
        },
        ...(
          [
            ['client_secret', { method: 'client_credentials', ...oauth }],
            ['refresh_token', { method: 'refresh_token', ...oauth }],
            ['password', { method: 'refresh_token', ...oauth, refresh_token: 'x', password: 'x' }],
            [
              'token_url',
              { method: 'refresh_token', ...oauth, refresh_token: 'x', token_url: 'https://169.254.169.254/' },
            ],
          ] as const
        ).map(([member, auth], index) => ({
          name: `credentials are refused for their ${member} (${index})`,
          call: 'POST /v1/dmarc/mailboxes',
          send: { ...example, auth },
          status: 422,
          body: { issues: [{ path: `/auth/${member}` }] },
        })),
        {
          name: 'it is deleted',
          call: () => `DELETE ${firstPath()}`,
          status: 204,
        },
        { name: 'and gone', call: () => `GET ${firstPath()}`, status: 404, body: { code: 'MAILBOX_NOT_FOUND' } },
      ],
    )

    test('a test signs in and counts what waits, and says what is wrong', async () => {
      imap.deliver('Subject: Hi\r\n\r\nHello')
      const { id } = await add()
      const check = async (change?: object) => {
        if (change !== undefined) await call(`PUT /v1/dmarc/mailboxes/${id}`, change)
        return (await call(`POST /v1/dmarc/mailboxes/${id}/test`)).body
      }
      expect(await check()).toMatchObject({ ok: true, problem: null, waiting: 1 })
      expect(await check({ folder: 'None' })).toMatchObject({ ok: false, problem: 'folder', waiting: null })
      expect(await check({ folder: 'INBOX', auth: { method: 'password', password: 'wrong' } })).toMatchObject({
        ok: false,
        problem: 'credentials',
        message: 'The server refused the credentials: Not accepted. Update the credentials.',
      })
      expect(await check({ host: '10.0.0.1', auth: password })).toMatchObject({
        ok: false,
        problem: 'refused',
        message: expect.stringContaining('SVC_NET_ALLOW'),
      })
      expect(await check({ host: '127.0.0.1', port: 9, auth: password })).toMatchObject({
        ok: false,
        problem: 'connection',
      })
      expect(imap.folders.get('INBOX')).toMatchObject([{ isSeen: false }])
      expect(await read(id)).toMatchObject({ state: 'new', runs: [] })
      imap.folders.set('INBOX', [])
    })

    test('a run stores reports, then files their messages; a failure is an event, and so is the end of it', async () => {
      const domain = await addDomain('run.test')
      for (const id of ['one', 'two']) imap.deliver(reportOf('run.test', id))
      imap.deliver('Subject: Lunch\r\n\r\nAt noon?')
      imap.deliver(reportOf('elsewhere.test', 'foreign'))
      const { id } = await add()
      await service.events()
      await poll(id)
      expect(await reportsOf(domain)).toMatchObject([
        { messages: 10, via: 'imap' },
        { messages: 10, via: 'imap' },
      ])
      expect(counts(imap)).toEqual({ INBOX: 0, Processed: 3, Rejected: 1 })
      expect(await read(id)).toMatchObject({
        state: 'ok',
        messages: 4,
        // The report on a domain that is not registered is quarantined.
        reports: 3,
        runs: [{ messages: 4, accepted: 3, duplicates: 0, rejected: 1, problem: null }],
      })
      imap.accepted = new Set()
      await poll(id)
      await poll(id)
      expect(await read(id)).toMatchObject({ state: 'failing', problem: 'credentials' })
      imap.accepted = new Set(['secret'])
      await poll(id)
      expect(await read(id)).toMatchObject({ state: 'ok', problem: null, error: null })
      expect((await service.events()).filter((type) => type.startsWith('dmarc.mailbox'))).toEqual([
        'dmarc.mailbox.failed',
        'dmarc.mailbox.recovered',
      ])
      imap.folders = new Map([['INBOX', []]])
    })

    test('whichever step the connection drops at, nothing is lost and nothing is counted twice', async () => {
      const domain = await addDomain('drop.test')
      const steps: string[] = []
      const whens = { move: ['before', 'inside', 'after'], mark_read: ['after'] } as const
      for (const after of ['move', 'mark_read'] as const)
        for (const when of whens[after])
          for (let step = 0, isReached = true; isReached; step++) {
            imap.folders = new Map([['INBOX', []]])
            const name = `${after} ${when} ${step}`
            for (const each of ['a', 'b']) imap.deliver(reportOf('drop.test', `${name} ${each}`))
            const { id } = await add({ after })
            const drop: Drop & { isReached?: boolean } = { step, when }
            imap.drop = drop
            await poll(id)
            isReached = drop.isReached === true
            // The response to LOGOUT is not needed.
            await poll(id)
            const box = await read(id)
            expect({ name, box }).toMatchObject({ name, box: { state: 'ok', problem: null } })
            const inbox = imap.folders.get('INBOX')
            if (after === 'move')
              expect({ name, folders: counts(imap) }).toEqual({ name, folders: { INBOX: 0, Processed: 2 } })
            else expect({ name, inbox }).toMatchObject({ name, inbox: [{ isSeen: true }, { isSeen: true }] })
            steps.push(name)
            await call(`DELETE /v1/dmarc/mailboxes/${id}`)
          }
      console.log(`${dialect}: ${steps.length} sessions that drop`)
      const { dmarcReports } = service.store.read.tables
      const stored = (await service.store.read.select().from(dmarcReports)).filter(
        ({ policyDomain }) => policyDomain === 'drop.test',
      )
      expect(stored.length).toBe(2 * steps.length)
      await expectSums(service.store, domain)
      imap.folders = new Map([['INBOX', []]])
    })

    test('OAuth 2: client credentials, a rotated refresh token, and a revoked one', async () => {
      const grants: string[] = []
      const issued = { refresh: 'r1', count: 0 }
      const endpoint = await startReceiver((socket, request) => {
        const form = new URLSearchParams(request.slice(request.indexOf('\r\n\r\n') + 4))
        const given = form.get('refresh_token') ?? form.get('client_secret') ?? ''
        grants.push(`${form.get('grant_type')} ${given} ${form.get('scope')}`)
        const isGood = form.get('grant_type') === 'client_credentials' ? given === 's' : given === issued.refresh
        let body = '{"error":"invalid_grant"}'
        if (isGood) {
          issued.count++
          if (form.has('refresh_token')) issued.refresh = `r${issued.count}`
          const rotated = form.has('refresh_token') ? { refresh_token: issued.refresh } : {}
          imap.accepted.add(`t${issued.count}`)
          body = JSON.stringify({ access_token: `t${issued.count}`, token_type: 'Bearer', ...rotated })
        }
        const head = `HTTP/1.1 ${isGood ? '200 OK' : '400 Bad Request'}\r\ncontent-type: application/json`
        socket.end(`${head}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`)
      })
      const url = `http://127.0.0.1:${endpoint.port}/token`
      const from = imap.presented.length
      const { id } = await add({
        auth: { method: 'client_credentials', token_url: url, client_id: 'c', client_secret: 's', scope: 'all' },
      })
      await poll(id)
      expect(await read(id)).toMatchObject({ state: 'ok' })
      issued.refresh = 'r0'
      const refreshing = { method: 'refresh_token', token_url: url, client_id: 'c', refresh_token: 'r0' }
      await call(`PUT /v1/dmarc/mailboxes/${id}`, { auth: refreshing })
      await poll(id)
      await poll(id)
      expect(await read(id)).toMatchObject({ state: 'ok' })
      expect(grants).toEqual(['client_credentials s all', 'refresh_token r0 null', 'refresh_token r2 null'])
      expect(imap.presented.slice(from)).toEqual(['t1', 't2', 't3'])
      issued.refresh = 'revoked'
      await service.events()
      await poll(id)
      expect(await read(id)).toMatchObject({
        state: 'failing',
        problem: 'token',
        error: 'The refresh token has expired or was revoked. Authorize the account again and update the credentials.',
      })
      expect(await service.events()).toContain('dmarc.mailbox.failed')
    })

    test('two replicas read a mailbox once at a time, and count once', async () => {
      const store = await openTestStore(dialect)
      const environment = { SVC_NET_ALLOW: '127.0.0.0/8' }
      const one = await startService({ dialect, store, environment })
      const two = await startService({ dialect, store, environment })
      const { id: domain } = (await ask(one, { call: 'POST /v1/dmarc/domains', send: { domain: 'replicas.test' } }))
        .body as Box
      imap.folders = new Map([['INBOX', []]])
      imap.deliver(reportOf('replicas.test', 'once'))
      const signIn = Promise.withResolvers<void>()
      imap.opened = signIn.promise
      const before = imap.sessions.started
      const { id } = (await ask(one, { call: 'POST /v1/dmarc/mailboxes', send: { ...plain, port: imap.port } }))
        .body as Box
      await until(() => imap.sessions.started > before, 'the first session')
      for (const replica of [one, two, one, two])
        expect((await ask(replica, { call: `POST /v1/dmarc/mailboxes/${id}/poll`, key: one.keys.a })).status).toBe(200)
      const { jobs } = store.read.tables
      const queued = (await store.read.select().from(jobs)).filter(({ kind }) => kind === 'dmarc.poll_mailbox')
      expect(queued).toMatchObject([{ state: 'running' }])
      signIn.resolve()
      const state = async () => (await ask(one, { call: `GET /v1/dmarc/mailboxes/${id}`, key: one.keys.a })).body as Box
      await until(async () => (await state()).state === 'ok', 'the run')
      expect(imap.sessions.started).toBe(before + 1)
      expect(await state()).toMatchObject({ messages: 1, reports: 1, runs: [{ accepted: 1 }] })
      await expectSums(store, domain)
      expect(counts(imap)).toEqual({ INBOX: 0, Processed: 1 })
    })
  })
}

function counts({ folders }: ImapServer): Record<string, number> {
  return Object.fromEntries([...folders].map(([name, messages]) => [name, messages.length]))
}
