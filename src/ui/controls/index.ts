/**
 * Buttons, switches, segments, tabs and toolbars over native elements. May import icons, keys and locale. Start at
 * button.tsx.
 */
export { type ButtonProps, type IconButtonProps, Button, IconButton } from './button.tsx'
export { type Axis, rove, roveTo, rowAxis } from './roving.ts'
export { Toolbar, ToolbarGap } from './toolbar.tsx'
export { type Segment, type SegmentedProps, SegmentedControl } from './segmented.tsx'
export { type SwitchProps, Switch } from './switch.tsx'
export { type Tab, type TabsProps, Tabs } from './tabs.tsx'
export { EmptyState } from './status.tsx'
export { Progress, Spinner } from './status.tsx'
export { pressOnce } from './press-once.ts'
