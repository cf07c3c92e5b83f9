/**
 * What floats above the page: popovers, menus, dialogs, the one tooltip, notices. Placed by a pure function, shown in the
 * browser's top layer, so that nothing clips them. May ask controls, icons, keys and words.
 */
export { type Placing, type Rect, type Side, type Size, placeFloating } from './position.ts'
export { type PopoverProps, Popover } from './popover.tsx'
export { type MenuItem, type MenuProps, Menu, MenuButton } from './menu.tsx'
export { type DialogProps, Dialog } from './dialog.tsx'
export { Tooltips } from './tooltip.tsx'
export { type Toast, type Toaster, Toasts, createToaster } from './toast.tsx'
