/**
 * POST /verify against servers that follow a rule: what a mailbox and what a missing one is answered, or one answer for all. No
 * mailbox is ever invalid, no missing one safe, and nothing is safe or unproven where the server does not tell.
 */
import { expect, test } from 'bun:test'
import { cleanUp } from '../../support/clean-up.ts'
import { type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'

/** The answer to a recipient: `nth` counts those of the transaction, `tries` those of this local part. */
type Rule = (local: string, at: { nth: number; tries: number; sender: string }) => string

const mailboxes = ['anna.schmidt', 'lee', 'sales2', 'eva_novak']
const missing = ['tom.bauer', 'hans', 'peter1978', 'paul_k', 'zq8x7w']
const ok = '250 2.1.5 Ok'
const unknown = '550 5.1.1 User unknown'

const missingIs =
  (reply: string, mailbox = ok): Rule =>
  (local) =>
    mailboxes.includes(local) ? mailbox : reply
const all =
  (reply: string): Rule =>
  () =>
    reply
const only =
  (accepted: RegExp): Rule =>
  (local) =>
    accepted.test(local) ? ok : unknown

/** Servers that tell mailboxes from missing ones, in words that a classifier may not know. */
const telling: Record<string, Rule> = {
  plain: missingIs(unknown),
  unavailable: missingIs('550 Requested action not taken: mailbox unavailable'),
  cyrillic: missingIs('550 5.1.1 Пользователь не найден'),
  sorry: missingIs('550 sorry, no mailbox here by that name (#5.1.1)'),
  rejected: missingIs('550 5.1.0 Address rejected'),
  suspended: missingIs('550 5.2.1 The account is suspended'),
  inactive: missingIs('550 5.1.1 Mailbox disabled due to inactivity'),
  account: missingIs("554 delivery error: dd This user doesn't have an account here"),
  aborted: missingIs('552 1 Requested mail action aborted, mailbox not found'),
  lines: missingIs('550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n550 5.1.1 again'),
  link: missingIs('550 Invalid Recipient - https://community.example/docs/1369#550 [x]'),
  quoted: missingIs('550 permanent failure for one or more recipients (x@example.com:550 5.1.1 unknown)'),
  such: missingIs('550 No Such User Here'),
  route: missingIs('550 Unrouteable address'),
  moved: missingIs('551 5.1.6 User not local; please try <x@elsewhere.example>'),
  forwards: missingIs(unknown, '251 2.1.5 User not local; will forward'),
  often: missingIs(unknown, '450 4.2.1 The user you are trying to contact is receiving mail too quickly.'),
  full: missingIs(unknown, '552 5.2.2 Mailbox size limit exceeded'),
  guarded: (local, { nth }) =>
    nth > 1 ? '550 5.7.1 Directory harvest attack detected' : missingIs(unknown)(local, none),
  limited: (local, { nth }) => (nth > 1 ? '421 4.7.0 Try again later' : missingIs(unknown)(local, none)),
  bounces: (local, at) => (at.sender === '' ? '550 5.1.1 No bounces here' : missingIs(unknown)(local, at)),
  denied: missingIs('554 5.7.1 Recipient address rejected: Access denied'),
  terse: missingIs('550 no'),
}
/** Servers whose answer is no proof of a mailbox. */
const silent: Record<string, Rule> = {
  all: all(ok),
  pattern: only(/^[a-z]+\.[a-z]+$/),
  underscores: only(/^[a-z]+_[a-z]+$/),
  short: only(/^.{1,12}$/),
  letters: only(/^[a-z.]+$/),
  numbered: only(/^[a-z]+\d+$/),
  vowels: (local) => (/[aeiou]/.test(local) && !/\d{3}/.test(local) && local.length < 20 ? ok : unknown),
  first: (_local, { nth }) => (nth === 1 ? ok : '452 4.5.3 Too many recipients'),
  policy: all('550 5.7.1 Recipient rejected by policy'),
  listed: all('550 5.1.1 Your IP 192.0.2.1 is listed by SpamCop'),
  greylist: (_local, { tries }) => (tries < 2 ? '450 4.7.1 Greylisted, try later' : ok),
  'hard-greylist': (local, at) => (at.tries < 2 ? '550 5.7.1 Greylisting in action' : missingIs(unknown)(local, at)),
  vrfy: all('252 2.1.5 Cannot VRFY user, but will accept'),
  sender: all('550 5.1.1 Sender verify failed'),
  lookup: all('451 4.3.0 Temporary lookup failure'),
  directory: all('550 5.1.1 Unable to verify recipient: directory service unavailable'),
  relay: all('550 5.7.1 Unable to relay'),
  hosts: all("553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"),
  spf: all('550 5.1.1 Rejected: SPF fail for sender domain'),
  helo: all('550 5.1.1 HELO name does not resolve'),
}
const none = { nth: 1, tries: 1, sender: 'x' }
/** Refusals for names of another shape are those of a rule: the mailboxes of these servers are those that it accepts. */
const rules = ['pattern', 'underscores', 'short', 'letters', 'numbered', 'vowels']

test('no mailbox is invalid, and nothing is safe that the server does not prove', async () => {
  const { service } = await startServers({ ...telling, ...silent })
  const wrong: string[] = []
  for (const name of [...Object.keys(telling), ...Object.keys(silent)]) {
    for (const local of [...mailboxes, ...missing]) {
      const email = `${local}@${name}.test`
      const { body } = await ask(service, { call: 'POST /v1/verify', send: { email } })
      const { reachable, sub_status } = body as { reachable: string; sub_status: string }
      const isMailbox = mailboxes.includes(local)
      const isWrong = name in telling ? reachable === (isMailbox ? 'invalid' : 'safe') : isUnproven(name, reachable)
      if (isWrong) wrong.push(`${email} is ${reachable} (${sub_status})`)
    }
  }
  expect(wrong).toEqual([])
}, 60_000)

function isUnproven(name: string, reachable: string): boolean {
  return reachable === 'safe' || (reachable === 'invalid' && !rules.includes(name))
}

async function startServers(servers: Record<string, Rule>): Promise<{ service: TestService }> {
  const zone = new Map<string, ZoneAnswer>()
  let port = 0
  for (const [index, [name, rule]] of Object.entries(servers).entries()) {
    const address = `127.77.0.${index + 2}`
    port = listen(address, port, rule)
    zone.set(`MX ${name}.test`, { records: [{ type: 'MX', data: { preference: 1, exchange: `mx.${name}.test` } }] })
    zone.set(`A mx.${name}.test`, { records: [{ type: 'A', data: address }] })
  }
  const dns = await startDnsServer((name, type) => zone.get(`${type} ${name}`) ?? { rcode: 'NXDOMAIN', soa: 60 })
  const environment = {
    SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
    SVC_NET_ALLOW: '127.0.0.0/8',
    SVC_VERIFY_SMTP_PORT: String(port),
    SVC_VERIFY_HELO: 'verify.example.org',
  }
  return { service: await startService({ dialect: 'sqlite', environment }) }
}

interface Transaction {
  rest: string
  nth: number
  sender: string
}

function listen(hostname: string, port: number, rule: Rule): number {
  const tries = new Map<string, number>()
  const answer = (at: Transaction, command: string): string => {
    const [, argument = ''] = /<(.*?)>/.exec(command) ?? []
    switch (command.slice(0, 4).toUpperCase()) {
      case 'EHLO':
        return '250-mx.test\r\n250-PIPELINING\r\n250 ENHANCEDSTATUSCODES'
      case 'MAIL':
        Object.assign(at, { nth: 0, sender: argument })
        return '250 2.1.0 Ok'
      case 'RCPT': {
        const local = argument.slice(0, argument.lastIndexOf('@'))
        tries.set(local, (tries.get(local) ?? 0) + 1)
        at.nth++
        return rule(local, { nth: at.nth, tries: tries.get(local) ?? 0, sender: at.sender })
      }
      default:
        return command.toUpperCase().startsWith('QUIT') ? '221 2.0.0 Bye' : '250 2.0.0 Ok'
    }
  }
  const server = Bun.listen<Transaction>({
    hostname,
    port,
    socket: {
      open(socket) {
        socket.data = { rest: '', nth: 0, sender: '' }
        socket.write('220 mx.test ESMTP\r\n')
      },
      data(socket, bytes) {
        const lines = (socket.data.rest + bytes.toString()).split('\r\n')
        socket.data.rest = lines.pop() ?? ''
        for (const command of lines) {
          const reply = answer(socket.data, command)
          socket.write(`${reply}\r\n`)
          if (/^[24]21/.test(reply)) socket.end()
        }
      },
    },
  })
  cleanUp(() => server.stop(true))
  return server.port
}
