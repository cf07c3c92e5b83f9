import type { Reply } from '../reply/reply.ts'

/** Extensions of the server that a probe uses (RFC 5321 4.1.1.1). */
export interface Capabilities {
  /** False if the server refused EHLO and accepted HELO, so that its extensions are unknown. */
  readonly isEhloAccepted: boolean
  readonly hasPipelining: boolean
  readonly hasStartTls: boolean
  readonly hasSmtpUtf8: boolean
}

/** Capabilities after HELO: none, because the server does not know EHLO or does not list its extensions. */
export function capabilitiesOfHelo(isEhloAccepted: boolean): Capabilities {
  return { isEhloAccepted, hasPipelining: false, hasStartTls: false, hasSmtpUtf8: false }
}

/** Reads the reply to EHLO, without its first line. */
export function readCapabilities({ lines }: Reply): Capabilities {
  const offered = new Set(lines.slice(1).map((line) => line.split(' ', 1)[0]?.toUpperCase()))
  return {
    isEhloAccepted: true,
    hasPipelining: offered.has('PIPELINING'),
    hasStartTls: offered.has('STARTTLS'),
    hasSmtpUtf8: offered.has('SMTPUTF8'),
  }
}
