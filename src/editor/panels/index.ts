/**
 * Panels and dialogs of the shell, each loaded with its texts when first shown, so that the first chunk contains
 * none. Start at panels.tsx.
 */
export {
  Checks,
  Code,
  Inspector,
  Languages,
  Layers,
  Palette,
  PreviewDialog,
  PublishDialog,
  SaveModule,
  Styles,
  Versions,
} from './panels.tsx'
