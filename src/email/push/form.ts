/** With a file name, the part is a file. */
export interface FormPart {
  name: string
  value: string | Uint8Array
  file?: { name: string; type: string }
}

const encoder = new TextEncoder()

/** Encodes multipart/form-data (RFC 7578). The same parts give the same bytes. */
export function writeForm(parts: readonly FormPart[]): { type: string; body: Uint8Array } {
  const values = parts.map(({ value }) => (typeof value === 'string' ? encoder.encode(value) : value))
  const boundary = boundaryOf(values)
  const pieces = parts.flatMap(({ name, file }, at) => {
    const fileName = file === undefined ? '' : `; filename="${quoted(file.name)}"`
    const type = file === undefined ? '' : `Content-Type: ${file.type}\r\n`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${fileName}\r\n${type}\r\n`
    return [encoder.encode(head), values[at] ?? new Uint8Array(), encoder.encode('\r\n')]
  })
  const body = joined([...pieces, encoder.encode(`--${boundary}--\r\n`)])
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}

// The boundary must not occur in any value. Latin-1 maps each byte to one character.
function boundaryOf(values: readonly Uint8Array[]): string {
  const texts = values.map((bytes) => new TextDecoder('latin1').decode(bytes))
  let boundary = 'svc-form-boundary'
  while (texts.some((text) => text.includes(boundary))) boundary += '-x'
  return boundary
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

// RFC 7578 4.2, with the escapes of browsers.
function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
