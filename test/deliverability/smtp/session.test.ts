import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type ProbeEvidence,
  type ProbeOutcome,
  Session,
  type SessionPlan,
  openSession,
  randomLocal,
  randomName,
  shapeOfLocal,
} from '../../../src/deliverability/smtp/index.ts'
import { type Answers, plan, scriptOf } from './dialogue.ts'
import { type Script, type ScriptedWire, scriptedWire } from './scripted-wire.ts'

/** A well-behaved server with what a test changes of it. */
function server(changes: Answers = {}, extensions = ['PIPELINING']): Script {
  const own = { HELO: '250 mx.test', MAIL: '250 2.1.0 Ok', RSET: '250 2.0.0 Ok', RCPT: '250 2.1.5 Ok' }
  return scriptOf({ ...own, ...changes }, { extensions, otherwise: '500 what?' })
}

async function open(wire: ScriptedWire, changes: Partial<SessionPlan> = {}) {
  const evidence: ProbeEvidence[] = []
  const opened = await openSession(wire, { ...plan, ...changes }, evidence)
  return { opened, evidence }
}

const person = { address: 'alice@x.test', isInternational: false }

async function ask(wire: ScriptedWire, changes: Partial<SessionPlan> = {}, recipient = person) {
  const { opened, evidence } = await open(wire, changes)
  if (!(opened instanceof Session)) return { ...opened, evidence, session: undefined }
  return { ...(await opened.probe(recipient, evidence)), evidence, session: opened }
}

describe('a session', () => {
  test('pipelines MAIL and RCPT if the server supports it, never sends DATA, and ends with QUIT', async () => {
    const wire = scriptedWire(server())
    const { outcome, session } = await ask(wire)
    await session?.quit()
    await session?.quit()
    expect(outcome).toBe('accepted')
    expect(wire.writes).toEqual(['EHLO verify.test', 'MAIL FROM:<probe@verify.test>\r\nRCPT TO:<alice@x.test>', 'QUIT'])
    expect(wire.isClosed).toBe(true)
  })
  test('waits for each reply otherwise', async () => {
    const wire = scriptedWire(server({}, []))
    expect((await ask(wire)).outcome).toBe('accepted')
    expect(wire.writes).toEqual(['EHLO verify.test', 'MAIL FROM:<probe@verify.test>', 'RCPT TO:<alice@x.test>'])
  })
  test('sends HELO to a server that does not know EHLO, and to no other', async () => {
    const old = scriptedWire(server({ EHLO: '502 not implemented' }))
    expect((await ask(old)).outcome).toBe('accepted')
    expect(old.writes.slice(0, 2)).toEqual(['EHLO verify.test', 'HELO verify.test'])
    const strict = scriptedWire(server({ EHLO: '554 5.7.1 no', HELO: '250 ok' }))
    expect((await ask(strict)).outcome).toBe('bad_helo')
    expect(strict.writes).toEqual(['EHLO verify.test', 'QUIT'])
  })
  test('records its steps without addresses', async () => {
    const { evidence } = await ask(scriptedWire(server({ RCPT: '550 5.1.1 <alice@x.test>: User unknown' })))
    expect(evidence.map(({ check, status, detail }) => [check, status, detail])).toEqual([
      ['banner', 'pass', '220'],
      ['ehlo', 'pass', 'PIPELINING'],
      ['rcpt', 'fail', '5.1.1 <…>: User unknown'],
    ])
  })
  const ends: [name: string, banner: string, changes: Record<string, string | undefined>, outcome: ProbeOutcome][] = [
    ['the connection closes before a word', 'close', {}, 'dropped'],
    ['the banner is no SMTP', 'SSH-2.0-OpenSSH_9', {}, 'dropped'],
    ['the banner refuses us', '554 5.7.1 your IP is on our blocklist', {}, 'blocked'],
    ['the banner asks for patience', '421 4.3.2 too busy', {}, 'deferred'],
    ['the connection closes at EHLO', '220 mx', { EHLO: 'close' }, 'dropped'],
    ['nothing is said to EHLO', '220 mx', { EHLO: undefined }, 'timeout'],
    ['the connection closes at RCPT', '220 mx', { RCPT: 'close' }, 'dropped'],
    ['nothing is said to RCPT', '220 mx', { RCPT: undefined }, 'timeout'],
    ['RCPT is answered with a bomb', '220 mx', { RCPT: '250-x\r\n'.repeat(200) }, 'dropped'],
    ['RCPT is answered with 421', '220 mx', { RCPT: '421 4.7.0 too many errors' }, 'deferred'],
    ['MAIL is answered with 421', '220 mx', { MAIL: '421 4.7.0 closing' }, 'deferred'],
    ['MAIL is greylisted', '220 mx', { MAIL: '451 4.7.1 greylisted' }, 'greylisted'],
  ]
  test.each(ends)('in which %s ends properly', async (_name, banner, changes, outcome) => {
    const wire = scriptedWire(server(changes), { banner })
    const answer = await ask(wire)
    expect(answer.outcome).toBe(outcome)
    if (['dropped', 'timeout'].includes(outcome))
      expect([wire.isClosed, answer.session?.hasCapacity ?? false]).toEqual([true, false])
  })
  test('never writes a control character', async () => {
    const hostile = { address: 'a\r\nRSET@x.test', isInternational: false }
    await expect(ask(scriptedWire(server()), {}, hostile)).rejects.toThrow('control characters')
  })
})

describe('the sender', () => {
  test('that is rejected is replaced by the null sender', async () => {
    const wire = scriptedWire(server({ 'MAIL FROM:<p': '550 5.1.8 sender rejected', RCPT: '250 ok' }))
    expect((await ask(wire)).outcome).toBe('accepted')
    expect(wire.writes.at(-1)).toBe('MAIL FROM:<>\r\nRCPT TO:<alice@x.test>')
  })
  test('that is rejected twice is the outcome, not the mailbox', async () => {
    const wire = scriptedWire(server({ MAIL: '550 5.1.8 sender rejected', RCPT: '503 need MAIL' }))
    expect(await ask(wire)).toMatchObject({ outcome: 'sender_rejected', phase: 'mail' })
    expect(wire.writes).toHaveLength(3)
  })
})

describe('TLS', () => {
  const requesting: Script = (command, isEncrypted) =>
    server(isEncrypted ? {} : { MAIL: '530 5.7.0 Must issue a STARTTLS command first', RCPT: '503 no' }, [
      'PIPELINING',
      'STARTTLS',
    ])(command, isEncrypted)

  test('is used if the server requires it, and EHLO is repeated', async () => {
    const wire = scriptedWire(requesting)
    const { outcome, session } = await ask(wire)
    expect([outcome, session?.isEncrypted]).toEqual(['accepted', true])
    expect(wire.writes.map((write) => write.slice(0, 4))).toEqual(['EHLO', 'MAIL', 'STAR', 'EHLO', 'MAIL'])
  })
  test('is used if offered and planned, also with an untrusted certificate', async () => {
    const tls = { isEncrypted: true, isTrusted: false, protocol: 'TLSv1.2', problem: 'self-signed' }
    const wire = scriptedWire(server({}, ['STARTTLS']), { tls })
    const { outcome, evidence } = await ask(wire, { tls: 'offered' })
    expect(outcome).toBe('accepted')
    expect(evidence).toContainEqual({ check: 'starttls', status: 'warn', detail: 'TLSv1.2, self-signed' })
  })
  const failures: [name: string, wire: () => ScriptedWire][] = [
    ['is required and was taken out of the offer', () => scriptedWire(server())],
    ['is offered and then refused', () => scriptedWire(server({ STARTTLS: '454 not now' }, ['STARTTLS']))],
    [
      'fails in the handshake',
      () => scriptedWire(server({}, ['STARTTLS']), { tls: { isEncrypted: false, isTrusted: false, problem: 'x' } }),
    ],
    [
      'is preceded by words in the clear',
      () => scriptedWire(server({ STARTTLS: '220 go\r\n250 injected' }, ['STARTTLS'])),
    ],
  ]
  test.each(failures)('that %s is a failure, and nothing is sent unencrypted', async (_name, make) => {
    const wire = make()
    expect((await ask(wire, { tls: 'required' })).outcome).toBe('tls_failed')
    expect(wire.writes.join('\n')).not.toContain('RCPT')
    expect(wire.isClosed).toBe(true)
  })
})

describe('an address that is not ASCII', () => {
  const recipient = { address: 'grüße@x.test', isInternational: true }

  test('is probed with SMTPUTF8', async () => {
    const wire = scriptedWire(server({}, ['SMTPUTF8', 'PIPELINING']))
    expect((await ask(wire, {}, recipient)).outcome).toBe('accepted')
    expect(wire.writes.at(-1)).toBe('MAIL FROM:<probe@verify.test> SMTPUTF8\r\nRCPT TO:<grüße@x.test>')
  })
  test('is not probed without SMTPUTF8', async () => {
    const wire = scriptedWire(server())
    expect((await ask(wire, {}, recipient)).outcome).toBe('smtputf8_unsupported')
    expect(wire.writes).toEqual(['EHLO verify.test'])
  })
  test('is probed after STARTTLS if the server offers SMTPUTF8 there', async () => {
    const script = server({}, ['STARTTLS'])
    const wire = scriptedWire((command, isEncrypted) =>
      isEncrypted && command.startsWith('EHLO') ? '250-mx.test\r\n250 SMTPUTF8' : script(command, isEncrypted),
    )
    expect((await ask(wire, {}, recipient)).outcome).toBe('accepted')
    expect(wire.writes.slice(1, 3)).toEqual(['STARTTLS', 'EHLO verify.test'])
  })
  test('is unknown if a server does not list its extensions', async () => {
    const strict = scriptedWire(server({ EHLO: '550 I do not like your name' }))
    expect((await ask(strict, {}, recipient)).outcome).toBe('bad_helo')
    const old = scriptedWire(server({ EHLO: '500 what?' }))
    expect((await ask(old, {}, recipient)).outcome).toBe('smtputf8_unsupported')
  })
})

describe('a session for many recipients', () => {
  async function queryMany(addresses: string[], wire: ScriptedWire) {
    const { opened } = await open(wire)
    if (!(opened instanceof Session)) throw new Error(opened.detail)
    let asked = 0
    for (const address of addresses) {
      if (!opened.hasCapacity) break
      await opened.probe({ address, isInternational: false }, [])
      asked++
    }
    return asked
  }

  test('has five recipients per transaction, and ends after twenty', async () => {
    const wire = scriptedWire(server())
    const asked = await queryMany(
      Array.from({ length: 30 }, (_, index) => `user${index}@x.test`),
      wire,
    )
    const commands = wire.writes.join('\r\n').split('\r\n')
    const count = (verb: string) => commands.filter((each) => each.startsWith(verb)).length
    expect([asked, count('RCPT'), count('MAIL'), count('RSET')]).toEqual([20, 20, 4, 3])
  })
  test('ends after five rejections', async () => {
    const wire = scriptedWire(server())
    expect(
      await queryMany(
        Array.from({ length: 30 }, (_, index) => `nobody${index}@x.test`),
        wire,
      ),
    ).toBe(5)
  })
})

test('for any replies, a mailbox is invalid only if a permanent reply to its own RCPT says so', async () => {
  const code = fc.constantFrom(220, 250, 252, 354, 421, 450, 451, 452, 500, 503, 530, 550, 551, 552, 553, 554, 556)
  const enhanced = fc.constantFrom('', '2.1.5 ', '4.2.2 ', '4.7.1 ', '5.1.1 ', '5.1.10 ', '5.2.1 ', '5.4.1 ', '5.7.1 ')
  const words = fc.constantFrom(
    'Ok',
    'User unknown',
    'no such user',
    'account disabled',
    'Greylisted',
    'blocked',
    'x'.repeat(99),
  )
  const said = fc.tuple(code, enhanced, words).map(([number, status, text]) => `${number} ${status}${text}`)
  const odd = fc.constantFrom('close', 'silence', 'GARBAGE', '250-x\r\n'.repeat(150), '250-a\r\n550 b')
  const answer = fc.oneof({ weight: 5, arbitrary: said }, { weight: 1, arbitrary: odd })
  await fc.assert(
    fc.asyncProperty(
      fc.array(answer, { minLength: 1, maxLength: 14 }),
      fc.boolean(),
      async (answers, hasPipelining) => {
        let [at, toTarget] = [0, '']
        const wire = scriptedWire((command) => {
          if (command.startsWith('EHLO') && at === 0) {
            at++
            return server({}, hasPipelining ? ['PIPELINING', 'STARTTLS'] : [])(command, false)
          }
          const next = answers[at++ % answers.length] ?? 'close'
          if (command.includes('alice')) toTarget = next
          return next === 'silence' ? undefined : next
        })
        const { outcome } = await ask(wire)
        if (outcome === 'not_found' || outcome === 'disabled') expect(toTarget).toMatch(/^5|^250-a/)
        if (outcome === 'accepted') expect(toTarget).toMatch(/^2/)
        expect(wire.writes.length).toBeLessThan(12)
      },
    ),
    { numRuns: 1500 },
  )
})

test('a random address has twenty letters and digits, and starts with letters', () => {
  const made = Array.from({ length: 200 }, () => randomLocal(crypto.getRandomValues(new Uint8Array(20))))
  expect(made.filter((local) => !/^[a-z]{3}[a-z0-9]{17}$/.test(local))).toEqual([])
  expect(new Set(made).size).toBe(200)
})

test('a made-up name has the shape of the address', () => {
  const made = (local: string) => randomName(crypto.getRandomValues(new Uint8Array(20)), shapeOfLocal(local))
  expect(made('anna')).toMatch(/^[a-z]{10}$/)
  expect(made('anna.schmidt')).toMatch(/^[a-z]{4}\.[a-z]{4}$/)
  expect(made('anna_schmidt84')).toMatch(/^[a-z]{4}_[a-z]{4}[1-9]\d$/)
  expect(made('a-b')).toMatch(/^[a-z]{4}-[a-z]{4}$/)
  expect(made('u1')).toMatch(/^[a-z]{8}[1-9]\d$/)
})
