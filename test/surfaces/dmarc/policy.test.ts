/** The replay over the API: a small domain counted by hand, and a random world whose truth is known. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { replayPolicy } from '../../../src/deliverability/policy/index.ts'
import { streamKey } from '../../../src/deliverability/senders/index.ts'
import { loadMail } from '../../../src/surfaces/dmarc/policy/index.ts'
import { DomainClasses } from '../../../src/surfaces/dmarc/sources/index.ts'
import { loadWorld } from '../../support/dmarc-world/load-world.ts'
import { mailOfWorld } from '../../support/dmarc-world/mail-of-world.ts'
import { measure } from '../../support/dmarc-world/measure.ts'
import { makeWorld } from '../../support/dmarc-world/world.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { type ReportRecord, writeReport } from './write-report.ts'

const today = Math.floor(Date.now() / 86_400_000)

/** Per day: a good server, one without authentication, mail of a list, and a forgery. */
const perDay: ReportRecord[] = [
  { ip: '192.0.2.1', count: 100, dkim: true, spf: true },
  { ip: '192.0.2.2', count: 8 },
  { ip: '192.0.2.3', count: 2, signer: 'lists.test', mailer: 'lists.test', reason: 'mailing_list' },
]

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    let id = ''
    const at = (path: string) => `GET /v1/dmarc/domains/${id}${path}`

    beforeAll(async () => {
      service = await startService({ dialect, environment: { SVC_RUN_JOBS: 'false' } })
      id = (
        (await ask(service, { call: 'POST /v1/dmarc/domains', send: { domain: 'shop.test' } })).body as { id: string }
      ).id
      const form = new FormData()
      for (let day = 0; day < 20; day++) {
        const forged = day === 3 ? [{ ip: '203.0.113.5', count: 50, headerFrom: 'pay.shop.test' }] : []
        const xml = writeReport({
          domain: 'shop.test',
          id: String(day),
          org: day % 2 === 0 ? 'one.test' : 'two.test',
          begin: (today - 20 + day) * 86_400,
          records: [...perDay, ...forged],
        })
        form.append('files', new Blob([xml]), `${day}.xml`)
      }
      const { status } = await service.handle(
        new Request('http://localhost/v1/dmarc/reports', {
          method: 'POST',
          headers: { 'svc-api-auth': service.keys.a },
          body: form,
        }),
      )
      expect(status).toBe(200)
    })

    scenarios(
      () => service,
      [
        {
          name: 'reject loses the mail that fails, by class and day, and spares what receivers accept',
          call: () => at('/replay?policy=reject&days=21'),
          status: 200,
          body: {
            messages: 2250,
            compliant: 2000,
            by_class: { own: 2160, forwarder: 40, threat: 50, unknown: 0 },
            lost: {
              messages: 210,
              per_day: 10,
              quarantined: 0,
              rejected: 210,
              by_class: { own: 160, forwarder: 0, threat: 50, unknown: 0 },
            },
            spared: 40,
            unused_subdomains: 50,
            blockers: [
              {
                source: '192.0.2.2',
                class: 'own',
                lost: 160,
                remedy: {
                  kind: 'spf_record',
                  record: { name: 'shop.test', type: 'TXT', value: 'v=spf1 ip4:192.0.2.2 ~all' },
                },
              },
            ],
          },
        },
        {
          name: 'the policy of names that do not exist stops only forgeries',
          call: () => at('/replay?policy=none&nonexistent_policy=reject&days=21'),
          status: 200,
          body: { lost: { messages: 50, by_class: { own: 0, threat: 50 } }, blockers: [] },
        },
        {
          name: 'testing applies the next weaker policy',
          call: () => at('/replay?policy=reject&testing=true&days=21'),
          status: 200,
          body: { lost: { quarantined: 210, rejected: 0 } },
        },
        {
          name: 'a percentage splits the loss',
          call: () => at('/replay?policy=reject&percent=10&days=21'),
          status: 200,
          body: { lost: { quarantined: 189, rejected: 21 } },
        },
        {
          name: 'analytics advise which source to repair first',
          call: () => at('/analytics?days=21'),
          status: 200,
          body: {
            advice: {
              verdict: 'fix_sources',
              blockers: [{ source: '192.0.2.2' }],
              impact: { policy: 'quarantine', messages: 210 },
            },
          },
        },
        {
          name: 'advice needs days',
          call: () => at('/analytics?days=5'),
          status: 200,
          body: { advice: { verdict: 'collect_more' } },
        },
        {
          name: 'a source has the class that its evidence decides',
          call: () => at('/sources/192.0.2.2?days=21'),
          status: 200,
          body: { class: 'own', classified_by: null },
        },
        { name: 'the replay of another project does not exist', call: () => at('/replay'), key: 'b', status: 404 },
        { name: 'the replay needs a key', call: () => at('/replay'), key: null, status: 401 },
        { name: 'the replay needs the scope', call: () => at('/replay'), key: 'readOnly', status: 403 },
        { name: 'a policy is one of three', call: () => at('/replay?policy=strict'), status: 422 },
        { name: 'a percentage is at most 100', call: () => at('/replay?percent=101'), status: 422 },
      ],
    )

    test('blockers are CSV with the record that repairs each', async () => {
      const response = await service.handle(
        new Request(`http://localhost/v1/dmarc/domains/${id}/replay?format=csv&days=21`, {
          headers: { 'svc-api-auth': service.keys.a },
        }),
      )
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const [header, row] = (await response.text()).split('\r\n')
      expect(header).toStartWith('source,class,lost,lost_per_day,aligned_rate,remedy,')
      expect(row).toStartWith('192.0.2.2,own,160,7.6,0,')
      expect(row).toEndWith(',shop.test,TXT,v=spf1 ip4:192.0.2.2 ~all')
    })

    test('a class set by hand moves the loss', async () => {
      await ask(service, { call: `PUT /v1/dmarc/domains/${id}/sources/192.0.2.2`, send: { class: 'threat' } })
      expect((await ask(service, { call: at('/replay?days=21') })).body).toMatchObject({
        lost: { by_class: { own: 0, threat: 210 } },
        blockers: [],
      })
      expect((await ask(service, { call: at('/analytics?days=21') })).body).toMatchObject({
        advice: { verdict: 'ready_for_quarantine' },
      })
    })

    test('classes and loss of a random world are as they truly are', async () => {
      const world = makeWorld(3, { days: 30, maxVolume: 1500 })
      const domain = await loadWorld(service, world)
      const range = { fromDay: today - 29, toDay: today }
      const addresses = { inboundDomain: undefined, baseUrl: 'http://localhost' }
      const mail = await loadMail(service.store.read, domain, { addresses, range, sourceClasses: new DomainClasses() })
      const printed = (all: typeof mail.classified) =>
        all
          .map(({ class: name, stream }) => `${streamKey(stream)} ${stream.messages} ${stream.days} ${name}`)
          .toSorted()
      expect(printed(mail.classified)).toEqual(printed(mailOfWorld(world, today - 29).classified))
      const policy = { p: 'reject', sp: null, np: null, isTesting: false, percent: 100 } as const
      const replay = replayPolicy(mail, policy)
      expect(replay.messages).toBe(world.cells.reduce((sum, { messages }) => sum + messages, 0))
      const { byMessage, ownLossError } = measure(world, mail.classified, replay)
      expect(byMessage.own.precision).toBeGreaterThanOrEqual(0.95)
      expect(byMessage.own.recall).toBeGreaterThanOrEqual(0.95)
      expect(ownLossError).toBeLessThanOrEqual(0.01)
    })
  })
}
