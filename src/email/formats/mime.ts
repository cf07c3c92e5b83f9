const imageExtensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}

/** File extension of an image type, without a dot; `bin` for an unknown type. */
export function imageExtension(mime: string): string {
  return imageExtensions[mime] ?? 'bin'
}

/** Image type by file extension. */
export function imageTypeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1)
  const found = Object.entries(imageExtensions).find(([, each]) => each === extension)
  return found?.[0] ?? 'application/octet-stream'
}

/** Content-Type header of a file that this service wrote; text is UTF-8. */
export function contentType(mime: string): string {
  return mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime
}
