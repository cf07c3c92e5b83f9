import { type Reply, replyLine, replyOf } from './reply.ts'

/**
 * A reply as ESPs and bounce messages report it: with or without its codes, in one line or several, or as a Diagnostic-Code
 * (RFC 3464 2.3.6). A text without a code gets the usual code of its enhanced code, or of the kind of bounce.
 */
export function readReportedReply(text: string, usual: 450 | 550): Reply {
  const bare = text.trim().replace(/^(?:smtp|x-[a-z\d-]{1,40}) ?; ?/i, '')
  const lines = bare.split(/\r?\n/).map((line) => replyLine.exec(line.trim()) ?? line.trim())
  const first = lines[0]
  const code = typeof first === 'string' || first === undefined ? codeOf(bare, usual) : Number(first[1])
  return replyOf(
    code,
    lines.map((line) => (typeof line === 'string' ? line : (line[3] ?? ''))),
  )
}

function codeOf(text: string, usual: 450 | 550): number {
  const [group] = /^[245](?=\.\d{1,3}\.\d{1,3}(?![\d.]))/.exec(text) ?? []
  return group === undefined ? usual : Number(group) * 100 + 50
}
