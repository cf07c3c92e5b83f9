/**
 * The email as recipients see it, rendered by the server's renderer in the browser with the data of a made-up recipient. Asks
 * the engines, the canvas and the fields. Start at preview-dialog.tsx.
 */
export { PreviewDialog } from './preview-dialog.tsx'
export { type EmailFrameProps, EmailFrame } from './email-frame.tsx'
export { recipientData } from './preview-dialog.tsx'
