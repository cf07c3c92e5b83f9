import type { SessionPlan } from '../../../src/deliverability/smtp/index.ts'
import type { Script } from './scripted-wire.ts'

/** The plan of a session with a scripted server, on a clock that stands still. */
export const plan: SessionPlan = {
  helo: 'verify.test',
  mailFrom: 'probe@verify.test',
  host: 'mx.test',
  tls: 'on_530',
  timeouts: { bannerMs: 1000, commandMs: 1000, recipientMs: 1000, sessionMs: 10_000 },
  now: () => 0,
}

/** What a server says, by how a command begins; the longest beginning counts. */
export type Answers = Readonly<Record<string, string | undefined>>

/** A server with these extensions that has everybody but those who are called nobody, unless `answers` says otherwise. */
export function scriptOf(
  answers: Answers,
  { extensions = ['PIPELINING'], otherwise = '250 Ok' }: { extensions?: readonly string[]; otherwise?: string } = {},
): Script {
  const all: Answers = {
    EHLO: ['250-mx.test', ...extensions.map((name) => `250-${name}`), '250 8BITMIME'].join('\r\n'),
    STARTTLS: '220 go ahead',
    'RCPT TO:<nobody': '550 5.1.1 User unknown',
    QUIT: '221 Bye',
    ...answers,
  }
  const beginnings = Object.keys(all).sort((one, other) => other.length - one.length)
  return (command) => {
    const beginning = beginnings.find((each) => command.startsWith(each))
    return beginning === undefined ? otherwise : all[beginning]
  }
}
