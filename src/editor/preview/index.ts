/**
 * A preview of the email, rendered in the browser with sample data.
 * Start at preview-dialog.tsx.
 */
export { PreviewDialog } from './preview-dialog.tsx'
export { type EmailFrameProps, EmailFrame } from './email-frame.tsx'
export { recipientData } from './preview-dialog.tsx'
