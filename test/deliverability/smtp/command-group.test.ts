/** Recipients named in one write: each has its own answer, or none; whatever a server does to the row of its answers. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type ProbeOutcome,
  type Recipient,
  Session,
  type SessionPlan,
  openSession,
} from '../../../src/deliverability/smtp/index.ts'
import { type Answers, plan, scriptOf } from './dialogue.ts'
import { type Said, hostileRows } from './hostile-rows.ts'
import { type Script, type ScriptedWire, scriptedWire } from './scripted-wire.ts'

const named = (...locals: string[]): Recipient[] =>
  locals.map((local) => ({ address: `${local}@x.test`, isInternational: false }))
const [first] = named('alice') as [Recipient]
const others = named('bob', 'nobody', 'carol', 'dave', 'erin', 'frank')

/** A server that has full mailboxes too; it names nobody in what it says. */
function server(changes: Answers = {}, extensions = ['PIPELINING']): Script {
  return scriptOf({ 'RCPT TO:<full': '552 5.2.2 Mailbox full', ...changes }, { extensions })
}

/** A session that has requested the first. */
async function started(wire: ScriptedWire, changes: Partial<SessionPlan> = {}): Promise<Session> {
  const session = await openSession(wire, { ...plan, ...changes }, [])
  if (!(session instanceof Session)) throw new Error(session.detail)
  await session.probe(first, [])
  wire.writes.length = 0
  return session
}

async function outcomesOf(session: Session, recipients: readonly Recipient[]): Promise<ProbeOutcome[]> {
  const outcomes: ProbeOutcome[] = []
  for (const recipient of recipients) {
    if ((await session.readReplies()) > 0) await session.confirmUnconfirmed()
    outcomes.push((await session.probe(recipient, [])).outcome)
  }
  return outcomes
}

const rcpts = (...locals: string[]) => locals.map((local) => `RCPT TO:<${local}@x.test>`)

describe('a pipelined command group', () => {
  test('is followed by a short wait, unless its server is proved to reply in order: then received replies count', async () => {
    const quietMs = 25
    const waitedBehind = async (isInStep: boolean, spoil = (said: Said) => said) => {
      const wire = scriptedWire(server(), { spoil: (said) => (said.length > 2 ? spoil(said) : said) })
      const waits: number[] = []
      const watched: ScriptedWire = {
        ...wire,
        get hasArrived() {
          return wire.hasArrived
        },
        read: async (timeoutMs) => {
          waits.push(timeoutMs)
          return wire.read(timeoutMs)
        },
      }
      const session = await started(watched, { isInStep })
      waits.length = 0
      await session.pipeline(named('bob', 'carol', 'dave'))
      await session.readReplies()
      return { waits: waits.filter((ms) => ms <= quietMs), isOutOfStep: session.isOutOfStep }
    }
    const oneMore = (said: Said) => [...said, '250 Ok']
    expect(await waitedBehind(false)).toEqual({ waits: [quietMs], isOutOfStep: false })
    expect(await waitedBehind(true)).toEqual({ waits: [], isOutOfStep: false })
    expect((await waitedBehind(false, oneMore)).isOutOfStep).toBe(true)
    expect((await waitedBehind(true, oneMore)).isOutOfStep).toBe(true)
  })
  test('is one write that ends with RSET; rejections that name no recipient are repeated', async () => {
    const wire = scriptedWire(server())
    const session = await started(wire)
    expect(await session.pipeline(others)).toBe(4)
    expect(wire.writes).toEqual([[...rcpts('bob', 'nobody', 'carol', 'dave'), 'RSET'].join('\r\n')])
    expect(session.hasPipelined(others[1] ?? first)).toBe(true)
    expect(await outcomesOf(session, others.slice(0, 4))).toEqual(['accepted', 'not_found', 'accepted', 'accepted'])
    const sender = 'MAIL FROM:<probe@verify.test>'
    expect(wire.writes.slice(1)).toEqual([[sender, ...rcpts('nobody'), 'RSET'].join('\r\n')])
    expect(session.hasPipelined(others[1] ?? first)).toBe(false)
    wire.writes.length = 0
    expect(await session.pipeline(others.slice(4))).toBe(2)
    expect(await outcomesOf(session, others.slice(4))).toEqual(['accepted', 'accepted'])
    expect(wire.writes).toEqual([[sender, ...rcpts('erin', 'frank'), 'RSET'].join('\r\n')])
  })
  test('is accepted at once if rejections name their recipient, or all replies are alike', async () => {
    const reporting = server({ 'RCPT TO:<nobody': '550 5.1.1 <nobody@x.test>: User unknown' })
    const cases: [script: Script, recipients: Recipient[], outcomes: ProbeOutcome[]][] = [
      [reporting, others.slice(0, 3), ['accepted', 'not_found', 'accepted']],
      [server(), named('nobody1', 'nobody2'), ['not_found', 'not_found']],
      [server(), others.slice(2, 5), ['accepted', 'accepted', 'accepted']],
    ]
    for (const [script, recipients, outcomes] of cases) {
      const wire = scriptedWire(script)
      const session = await started(wire)
      await session.pipeline(recipients)
      expect([await session.readReplies(), await outcomesOf(session, recipients)]).toEqual([0, outcomes])
      expect(wire.writes).toHaveLength(1)
    }
  })
  test('that may not be repeated is discarded, and each recipient is tried alone', async () => {
    const wire = scriptedWire(server())
    const session = await started(wire)
    await session.pipeline(others.slice(0, 3))
    expect([await session.readReplies(), await session.readReplies()]).toEqual([1, 1])
    for (const [index, outcome] of (['accepted', 'not_found', 'accepted'] as const).entries())
      expect((await session.probe(others[index] ?? first, [])).outcome).toBe(outcome)
    expect(wire.writes.filter((write) => write.endsWith('RSET'))).toHaveLength(1)
  })
  test('assigns replies in any order, also to recipients that are not named', async () => {
    const session = await started(scriptedWire(server()))
    await session.pipeline(others.slice(0, 3))
    const [bob, nobody, carol] = others.slice(0, 3) as [Recipient, Recipient, Recipient]
    const [stranger] = named('nobody2') as [Recipient]
    expect(await outcomesOf(session, [carol, stranger, nobody, bob])).toEqual([
      'accepted',
      'not_found',
      'not_found',
      'accepted',
    ])
  })
  test('is read before the session is encrypted for a recipient that is not ASCII', async () => {
    const script = server({}, ['PIPELINING', 'STARTTLS'])
    const wire = scriptedWire((command, isEncrypted) =>
      isEncrypted && command.startsWith('EHLO') ? '250-mx.test\r\n250 SMTPUTF8' : script(command, isEncrypted),
    )
    const session = await started(wire)
    await session.pipeline(others.slice(0, 3))
    const foreign = { address: 'grüße@x.test', isInternational: true }
    const [bob, ...rest] = others.slice(0, 3) as [Recipient, Recipient, Recipient]
    expect(await outcomesOf(session, [bob, foreign, ...rest])).toEqual([
      'accepted',
      'accepted',
      'not_found',
      'accepted',
    ])
  })
  test('never exceeds the limits of a session', async () => {
    for (const local of ['user', 'nobody']) {
      const wire = scriptedWire(server())
      const session = await started(wire)
      let asked = 1
      for (let round = 0; session.hasCapacity && round < 30; round++) {
        const some = named(
          ...Array.from({ length: 5 }, (_, index) => `${index % 2 === 0 ? 'user' : local}${round}x${index}`),
        )
        const count = Math.max(1, await session.pipeline(some))
        asked += count
        await outcomesOf(session, some.slice(0, count))
      }
      const commands = wire.writes.join('\r\n').split('\r\n')
      const refused = commands.filter((command) => command.startsWith('RCPT TO:<nobody')).length
      expect([
        asked <= 20,
        commands.filter((command) => command.startsWith('RCPT')).length <= 24,
        refused <= 9,
      ]).toEqual([true, true, true])
    }
  })
  test('is used only with PIPELINING, an accepted sender, and ASCII recipients', async () => {
    expect(await (await started(scriptedWire(server({}, [])))).pipeline(others)).toBe(0)
    expect(await (await started(scriptedWire(server()), { isCareful: true })).pipeline(others)).toBe(0)
    const opened = (await openSession(scriptedWire(server()), plan, [])) as Session
    expect(await opened.pipeline(others)).toBe(0)
    const session = await started(scriptedWire(server()))
    expect(await session.pipeline([{ address: 'ü@x.test', isInternational: true }, ...others])).toBe(0)
    expect(await session.pipeline(others.slice(0, 1))).toBe(0)
  })
  test('whose sender is no longer accepted gives no result', async () => {
    let mails = 0
    const wellBehaved = server()
    const session = await started(
      scriptedWire((command, isEncrypted) =>
        command.startsWith('MAIL') && ++mails > 1
          ? '452 4.5.3 too many mails'
          : command.startsWith('RCPT') && mails > 1
            ? '503 5.5.1 need MAIL'
            : wellBehaved(command, isEncrypted),
      ),
    )
    await session.pipeline(others.slice(2, 6))
    await outcomesOf(session, others.slice(2, 6))
    await session.pipeline(named('bob', 'carol'))
    expect(await outcomesOf(session, named('bob', 'carol'))).toEqual(['dropped', 'dropped'])
    expect([session.hasCapacity, session.isOutOfStep]).toEqual([false, false])
  })
})

const undecided: readonly ProbeOutcome[] = ['dropped', 'timeout', 'deferred', 'sender_rejected']

/** Requests all as connections do: some in a session ahead, in a new one what came to nothing, carefully where answers did not match. */
async function queryAll(recipients: readonly Recipient[], spoil: (said: Said, write: number) => Said) {
  const outcomes = new Map<Recipient, ProbeOutcome>()
  let isCareful = false
  let write = 0
  for (let opened = 0; outcomes.size < recipients.length && opened < 2 * recipients.length; opened++) {
    // What the server says to one command at a time is spoiled in the number of its lines only: there is no row.
    const wire = scriptedWire(server(), { spoil: (said) => (said.length > 1 ? spoil(said, write++) : said) })
    const session = await openSession(wire, { ...plan, isCareful }, [])
    if (!(session instanceof Session)) continue
    for (let left = recipients.filter((each) => !outcomes.has(each)); left.length > 0; left = left.slice(1)) {
      const [next] = left as [Recipient]
      if (!session.hasCapacity && !session.hasPipelined(next)) break
      if (!session.hasPipelined(next)) await session.pipeline(left)
      const [outcome = 'dropped'] = await outcomesOf(session, [next])
      if (!undecided.includes(outcome)) outcomes.set(next, outcome)
    }
    isCareful ||= session.isOutOfStep
  }
  return outcomes
}

const truthOf = ({ address }: Recipient): ProbeOutcome =>
  address.startsWith('nobody') ? 'not_found' : address.startsWith('full') ? 'full_inbox' : 'accepted'

describe('of a server that offers PIPELINING, and', () => {
  const reportsLess = /421 instead|around|refuses first|by one/
  const people = named(
    'nobody0',
    'u1',
    'u2',
    'nobody3',
    'u4',
    'full5',
    'u6',
    'nobody7',
    'nobody8',
    'u9',
    'u10',
    'full11',
  )
  test.each(hostileRows)('%s, every recipient gets the right result', async (name, spoil) => {
    for (let from = 0; from < people.length; from++) {
      const turned = [...people.slice(from), ...people.slice(0, from)]
      const found = await queryAll(turned, spoil)
      // Anyone who says 421 each time wants us later; a refusal in the place of MAIL is one of the sender.
      if (!reportsLess.test(name)) expect(turned.map((each) => found.get(each))).toEqual(turned.map(truthOf))
      for (const [recipient, outcome] of found) expect(outcome).toBe(truthOf(recipient))
    }
  })
  test('does such things occasionally, no recipient gets a wrong result', async () => {
    const kind = fc.constantFrom(...hostileRows.map(([, spoil]) => spoil), (said: Said) => said)
    const local = fc.constantFrom('u', 'u', 'nobody', 'full')
    await fc.assert(
      fc.asyncProperty(
        fc.array(local, { minLength: 2, maxLength: 14 }),
        fc.array(kind, { minLength: 1, maxLength: 8 }),
        async (locals, kinds) => {
          const recipients = named(...locals.map((each, index) => `${each}${index}`))
          const found = await queryAll(recipients, (said, write) =>
            (kinds[write % kinds.length] ?? ((each: Said) => each))(said),
          )
          for (const [recipient, outcome] of found) expect(outcome).toBe(truthOf(recipient))
        },
      ),
      { numRuns: 1000 },
    )
  })
})
