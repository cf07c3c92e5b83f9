/**
 * What the servers and filters of the world say, by who says it, with where that is known from. `unclear` is what says nothing
 * certain about the mailbox: it may be called anything that leaves the address unknown, and never invalid.
 */
import { describe, expect, test } from 'bun:test'
import servers from '../../fixtures/smtp/replies-of-servers.json'
import { type Reply, ReplyReader, classifyReply } from '../../../src/deliverability/smtp/index.ts'
import { evaluate } from '../../../src/deliverability/verdict/index.ts'

function classify(text: string) {
  const reader = new ReplyReader()
  reader.push(new TextEncoder().encode(`${text}\r\n`))
  return classifyReply(reader.take() as Reply, { phase: 'rcpt', recipient: 'a@b.test' })
}

describe.each(Object.entries(servers))('%s', (_who, { replies }) => {
  test.each(Object.entries(replies))('%s', (text, outcome) => {
    const said = classify(text)
    if (outcome !== 'unclear') return expect<string>(said).toBe(outcome)
    const { reachable } = evaluate({ isSyntaxValid: true, mx: 'found', probe: { outcome: said, catchAll: null } })
    expect(['unknown', 'safe', 'risky']).toContain(reachable)
  })
})
