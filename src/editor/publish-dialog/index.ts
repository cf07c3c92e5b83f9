/**
 * What is published, in the bar, and the dialog that publishes the draft now or later. Loaded if the host page asks for it.
 * Start at publish-dialog.tsx.
 */
export { PublishControl } from './publish-control.tsx'
export { PublishDialog } from './publish-dialog.tsx'
