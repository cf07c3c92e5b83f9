const imageExtensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}

/** The usual file extension of an image type, without a dot; `bin` for a type that email does not know. */
export function imageExtension(mime: string): string {
  return imageExtensions[mime] ?? 'bin'
}

/** The Content-Type header of a file that this service wrote: its texts are UTF-8. */
export function contentType(mime: string): string {
  return mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime
}
