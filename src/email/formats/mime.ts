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

/** The image type that a file name ends like. */
export function imageTypeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1)
  const found = Object.entries(imageExtensions).find(([, each]) => each === extension)
  return found?.[0] ?? 'application/octet-stream'
}

/** The Content-Type header of a file that this service wrote: its texts are UTF-8. */
export function contentType(mime: string): string {
  return mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime
}
