import type { Reply } from '../reply/reply.ts'

/** The extensions a server offers (RFC 5321 4.1.1.1), as far as requesting a mailbox needs them. */
export interface Capabilities {
  /** The server told them: false for one that refused the name in EHLO, and took it in HELO. */
  readonly isNotified: boolean
  readonly hasPipelining: boolean
  readonly hasStartTls: boolean
  readonly hasSmtpUtf8: boolean
}

/** What HELO leaves: nothing, of a server that does not know EHLO, or that keeps to itself what it can do. */
export function capabilitiesOfHelo(isNotified: boolean): Capabilities {
  return { isNotified, hasPipelining: false, hasStartTls: false, hasSmtpUtf8: false }
}

/** Reads the lines after the first of an answer to EHLO. */
export function readCapabilities({ lines }: Reply): Capabilities {
  const offered = new Set(lines.slice(1).map((line) => line.split(' ', 1)[0]?.toUpperCase()))
  return {
    isNotified: true,
    hasPipelining: offered.has('PIPELINING'),
    hasStartTls: offered.has('STARTTLS'),
    hasSmtpUtf8: offered.has('SMTPUTF8'),
  }
}
