/** Errors shared by operations on template content. */

export const editErrors = [
  'TEMPLATE_NOT_FOUND',
  'TEMPLATE_READ_ONLY',
  'PERMISSION_DENIED',
  'CONTENT_LOCKED',
  'LOCKED',
] as const

export const documentErrors = ['DOCUMENT_INVALID', 'DOCUMENT_TOO_LARGE'] as const

export const importErrors = [...documentErrors, 'MJML_INVALID', 'DESIGN_UNKNOWN', 'IMPORT_TOO_COMPLEX'] as const
