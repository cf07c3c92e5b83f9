import type { Reply } from '../reply/reply.ts'

/** The extensions a server offers (RFC 5321 4.1.1.1), as far as asking for a mailbox needs them. */
export interface Capabilities {
  readonly hasPipelining: boolean
  readonly hasStartTls: boolean
  readonly hasSmtpUtf8: boolean
}

/** What HELO leaves: nothing. */
export const noCapabilities: Capabilities = { hasPipelining: false, hasStartTls: false, hasSmtpUtf8: false }

/** Reads the lines after the first of an answer to EHLO. */
export function readCapabilities({ lines }: Reply): Capabilities {
  const offered = new Set(lines.slice(1).map((line) => line.split(' ', 1)[0]?.toUpperCase()))
  return {
    hasPipelining: offered.has('PIPELINING'),
    hasStartTls: offered.has('STARTTLS'),
    hasSmtpUtf8: offered.has('SMTPUTF8'),
  }
}
