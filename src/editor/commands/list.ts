import { copy } from './copy.ts'
import { cut } from './cut.ts'
import { deleteSelection } from './delete.ts'
import { detach } from './detach.ts'
import { duplicate } from './duplicate.ts'
import { editSelection } from './edit.ts'
import { escape } from './escape.ts'
import { hide } from './hide.ts'
import { insert } from './insert.ts'
import { lock } from './lock.ts'
import { menu } from './menu.ts'
import { moveDown } from './move-down.ts'
import { moveLeft } from './move-left.ts'
import { moveRight } from './move-right.ts'
import { moveUp } from './move-up.ts'
import { nextFinding } from './next-finding.ts'
import { nextRegion } from './next-region.ts'
import { paste } from './paste.ts'
import { preview } from './preview.ts'
import { previousRegion } from './previous-region.ts'
import { redo } from './redo.ts'
import { save } from './save.ts'
import { saveModule } from './save-module.ts'
import { selectAll } from './select-all.ts'
import { selectFirst } from './select-first.ts'
import { selectLast } from './select-last.ts'
import { selectLeft } from './select-left.ts'
import { selectMoreNext } from './select-more-next.ts'
import { selectMorePrevious } from './select-more-previous.ts'
import { selectNext } from './select-next.ts'
import { selectParent } from './select-parent.ts'
import { selectPrevious } from './select-previous.ts'
import { selectRight } from './select-right.ts'
import { shortcuts } from './shortcuts.ts'
import { toggleCode } from './toggle-code.ts'
import { toggleDevice } from './toggle-device.ts'
import { toggleScheme } from './toggle-scheme.ts'
import { undo } from './undo.ts'
import { zoomIn } from './zoom-in.ts'
import { zoomOut } from './zoom-out.ts'
import { zoomReset } from './zoom-reset.ts'
import type { Command } from '../state/index.ts'

/** Every command, in the order of the shortcut sheet. */
export const commands: readonly Command[] = [
  undo,
  redo,
  save,
  duplicate,
  deleteSelection,
  moveUp,
  moveDown,
  moveLeft,
  moveRight,
  selectNext,
  selectPrevious,
  selectLeft,
  selectRight,
  selectFirst,
  selectLast,
  selectParent,
  selectMoreNext,
  selectMorePrevious,
  selectAll,
  editSelection,
  insert,
  copy,
  cut,
  paste,
  menu,
  hide,
  lock,
  saveModule,
  detach,
  escape,
  nextRegion,
  previousRegion,
  nextFinding,
  toggleDevice,
  toggleScheme,
  zoomIn,
  zoomOut,
  zoomReset,
  toggleCode,
  preview,
  shortcuts,
]
