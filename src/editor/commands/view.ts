import { codeIcon, eyeIcon, keyboardIcon, moonIcon, phoneIcon, zoomInIcon, zoomOutIcon } from '../../ui/icons/index.ts'
import { type Command, opensPublishing } from '../state/index.ts'
import { showMode } from './show-mode.ts'

export const viewCommands: readonly Command[] = [
  {
    id: 'toggleDevice',
    label: 'command.toggleDevice',
    icon: phoneIcon,
    keys: ['Mod+Shift+M'],
    enabled: () => true,
    run: ({ device }) => {
      device.value = device.peek() === 'desktop' ? 'mobile' : 'desktop'
    },
  },
  {
    id: 'toggleScheme',
    label: 'command.toggleScheme',
    icon: moonIcon,
    keys: ['Mod+Shift+L'],
    enabled: () => true,
    run: ({ scheme }) => {
      scheme.value = scheme.peek() === 'light' ? 'dark' : 'light'
    },
  },
  {
    id: 'zoomIn',
    label: 'command.zoomIn',
    icon: zoomInIcon,
    keys: ['Mod+=', 'Mod++'],
    enabled: ({ zoom }) => zoom.value < 1.5,
    run: ({ zoom }) => {
      zoom.value = zoomStep(zoom.peek(), 1)
    },
  },
  {
    id: 'zoomOut',
    label: 'command.zoomOut',
    icon: zoomOutIcon,
    keys: ['Mod+-'],
    enabled: ({ zoom }) => zoom.value > 0.5,
    run: ({ zoom }) => {
      zoom.value = zoomStep(zoom.peek(), -1)
    },
  },
  {
    id: 'zoomReset',
    label: 'command.zoomReset',
    keys: ['Mod+0'],
    enabled: () => true,
    run: ({ zoom }) => {
      zoom.value = 1
    },
  },
  {
    id: 'toggleCode',
    label: 'command.toggleCode',
    icon: codeIcon,
    keys: ['Mod+Shift+E'],
    enabled: ({ config }) => config.customization.features.includes('editor'),
    run: (editor) => {
      void showMode(editor, editor.mode.peek() === 'code' ? 'visual' : 'code')
    },
  },
  {
    id: 'preview',
    label: 'command.preview',
    icon: eyeIcon,
    keys: ['Mod+Shift+P'],
    enabled: ({ config }) => config.customization.features.includes('preview'),
    run: ({ open }) => {
      open.value = 'preview'
    },
  },
  {
    id: 'publish',
    label: 'command.publish',
    keys: ['Mod+Shift+Enter'],
    enabled: opensPublishing,
    run: ({ open }) => {
      open.value = 'publish'
    },
  },
  {
    id: 'shortcuts',
    label: 'command.shortcuts',
    icon: keyboardIcon,
    keys: ['?', 'Mod+/'],
    enabled: () => true,
    run: ({ open }) => {
      open.value = 'shortcuts'
    },
  },
]

const steps = [0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5] as const

function zoomStep(zoom: number, direction: 1 | -1): number {
  const next = direction > 0 ? steps.find((step) => step > zoom + 0.001) : steps.findLast((step) => step < zoom - 0.001)
  return next ?? zoom
}
