/**
 * Popovers, menus, dialogs, tooltip and toasts. Positioned by a pure function and shown in the top layer, so that
 * nothing clips them. May import controls, icons, keys and locale.
 */
export { type Placing, type Rect, type Side, type Size, placeFloating } from './position.ts'
export { type PopoverProps, Popover } from './popover.tsx'
export { type MenuItem, type MenuProps, Menu, MenuButton } from './menu.tsx'
export { type DialogProps, Dialog } from './dialog.tsx'
export { Tooltips } from './tooltip.tsx'
export { type Toast, type Toaster, Toasts, createToaster } from './toast.tsx'
