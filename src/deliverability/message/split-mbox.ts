const separator = Buffer.from('\nFrom ')
const headerLine = /^From [^\n]{1,300}\n>?[!-9;-~]{1,76}[ \t]*:/

/**
 * The mails of an mbox file (RFC 4155), each with its separator; one that is none is the only one. A line that begins with
 * `From ` separates if a blank line precedes it and a field of a header follows.
 */
export function splitMbox(bytes: Uint8Array): Uint8Array[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (
    !separates(
      all,
      all.findIndex((byte) => byte > 32),
    )
  )
    return [bytes]
  const starts = [0]
  for (let at = all.indexOf(separator); at !== -1; at = all.indexOf(separator, at + 1))
    if (isBlankBefore(all, at) && separates(all, at + 1)) starts.push(at + 1)
  return starts.map((start, index) => bytes.subarray(start, starts[index + 1]))
}

/** True if the line before the line feed at this place is empty. */
function isBlankBefore(bytes: Buffer, at: number): boolean {
  return bytes[at - 1] === 0x0a || (bytes[at - 1] === 0x0d && bytes[at - 2] === 0x0a)
}

function separates(bytes: Buffer, start: number): boolean {
  return start >= 0 && headerLine.test(bytes.subarray(start, start + 500).toString('latin1'))
}
