/** One field of a form; a file where it has a file name. */
export interface FormPart {
  name: string
  value: string
  file?: { name: string; type: string }
}

/** A form as multipart/form-data (RFC 7578). The same parts give the same bytes. */
export function writeForm(parts: readonly FormPart[]): { type: string; body: Uint8Array } {
  let boundary = 'svc-form-boundary'
  while (parts.some(({ value }) => value.includes(boundary))) boundary += '-x'
  const lines = parts.map(({ name, value, file }) => {
    const fileName = file === undefined ? '' : `; filename="${quoted(file.name)}"`
    const type = file === undefined ? '' : `Content-Type: ${file.type}\r\n`
    return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${fileName}\r\n${type}\r\n${value}\r\n`
  })
  const body = new TextEncoder().encode(`${lines.join('')}--${boundary}--\r\n`)
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}

// RFC 7578 4.2 and what browsers do.
function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
