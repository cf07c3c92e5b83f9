import { useSignal } from '@preact/signals'
import { render } from 'preact'
import {
  Button,
  EmptyState,
  IconButton,
  Progress,
  SegmentedControl,
  Switch,
  Tabs,
  Toolbar,
  ToolbarGap,
} from '../../../src/ui/controls/index.ts'
import {
  BorderInput,
  type BorderValue,
  BoxInput,
  type BoxValue,
  ColorInput,
  Combobox,
  Field,
  NumberInput,
  Select,
  TextArea,
  TextInput,
} from '../../../src/ui/fields/index.ts'
import {
  alignCenterIcon,
  alignLeftIcon,
  alignRightIcon,
  blocksIcon,
  copyIcon,
  layersIcon,
  lockIcon,
  phoneIcon,
  redoIcon,
  saveIcon,
  sectionIcon,
  textIcon,
  trashIcon,
  undoIcon,
} from '../../../src/ui/icons/index.ts'
import { Dialog, MenuButton, Toasts, Tooltips, createToaster } from '../../../src/ui/overlays/index.ts'
import { applyTheme } from '../../../src/ui/theme/index.ts'
import { Tree, type TreeItem } from '../../../src/ui/tree/index.ts'

const palette = [
  { value: '$color.primary', label: 'Primary', color: '#0b6e4f' },
  { value: '$color.text', label: 'Text', color: '#1f2328' },
]

const tree: TreeItem[] = [
  {
    id: 'hero',
    label: 'Section',
    icon: sectionIcon,
    children: [
      { id: 'title', label: 'Welcome to the club', icon: textIcon, children: [] },
      { id: 'hidden', label: 'Only on phones', icon: phoneIcon, children: [], isDimmed: true },
    ],
  },
  {
    id: 'footer',
    label: 'Footer',
    icon: sectionIcon,
    children: [{ id: 'end', label: 'Imprint', icon: textIcon, children: [] }],
  },
]

const toaster = createToaster()

function Gallery() {
  const size = useSignal<number | undefined>(16)
  const padding = useSignal<BoxValue | undefined>([16, 24, 16, 24])
  const border = useSignal<BorderValue | undefined>({ width: 1, style: 'solid', color: '#d0d5dd' })
  const color = useSignal<string | undefined>('$color.primary')
  const align = useSignal<'left' | 'center' | 'right'>('left')
  const isOn = useSignal(true)
  const tab = useSignal<'blocks' | 'layers'>('blocks')
  const font = useSignal<string | undefined>(undefined)
  const name = useSignal('Ada Lovelace')
  const source = useSignal('')
  const path = useSignal('')
  const isDialog = useSignal(false)
  const closed = useSignal<ReadonlySet<string>>(new Set())
  const selected = useSignal<string | undefined>('title')
  return (
    <main class="gallery">
      <h1 class="svc-hidden">Controls</h1>
      <section class="gallery-card">
        <Toolbar label="Editing">
          <IconButton icon={undoIcon} label="Undo" keys="Mod+Z" />
          <IconButton icon={redoIcon} label="Redo" keys="Mod+Shift+Z" disabled />
          <ToolbarGap />
          <IconButton icon={phoneIcon} label="Phone" pressed />
          <MenuButton
            icon={layersIcon}
            label="More actions"
            items={() => [
              { label: 'Duplicate', icon: copyIcon, keys: 'Mod+D', run: () => toaster.show('Duplicated') },
              { label: 'Lock', icon: lockIcon, checked: true, run: () => undefined },
              'line',
              { label: 'Delete', icon: trashIcon, keys: 'Delete', danger: true, run: () => undefined },
            ]}
          />
        </Toolbar>
        <div class="gallery-row">
          <Button variant="primary" icon={saveIcon} onClick={() => (isDialog.value = true)}>
            Open dialog
          </Button>
          <Button>Cancel</Button>
          <Button variant="plain">Learn more</Button>
          <Button variant="danger">Delete</Button>
          <Button disabled>Disabled</Button>
        </div>
        <Progress label="Uploading" value={0.4} />
      </section>
      <section class="gallery-card">
        <Field label="Name">
          {({ id }) => <TextInput id={id} value={name.value} onChange={(text) => (name.value = text)} />}
        </Field>
        <Field label="Size" onReset={() => (size.value = undefined)}>
          {({ id }) => (
            <NumberInput
              id={id}
              unit="px"
              min={8}
              max={96}
              value={size.value}
              inherited={14}
              onChange={(next) => (size.value = next)}
            />
          )}
        </Field>
        <Field label="Padding" badge={{ icon: phoneIcon, label: 'Phones only' }}>
          {({ id }) => <BoxInput id={id} value={padding.value} onChange={(next) => (padding.value = next)} />}
        </Field>
        <Field label="Border" isGroup>
          {() => (
            <BorderInput
              label="Border"
              value={border.value}
              palette={palette}
              onChange={(next) => (border.value = next)}
            />
          )}
        </Field>
        <Field label="Text color" onReset={() => (color.value = undefined)}>
          {({ id }) => (
            <ColorInput
              id={id}
              label="Text color"
              value={color.value}
              inherited="#1f2328"
              palette={palette}
              onChange={(next) => (color.value = next)}
            />
          )}
        </Field>
        <Field label="Background">
          {({ id }) => (
            <ColorInput id={id} label="Background" value={undefined} palette={palette} onChange={() => undefined} />
          )}
        </Field>
        <Field label="Alignment" isGroup>
          {({ labelId }) => (
            <SegmentedControl
              label="Alignment"
              labelledBy={labelId}
              value={align.value}
              onChange={(next) => (align.value = next)}
              segments={[
                { value: 'left', label: 'Left', icon: alignLeftIcon },
                { value: 'center', label: 'Centre', icon: alignCenterIcon },
                { value: 'right', label: 'Right', icon: alignRightIcon },
              ]}
            />
          )}
        </Field>
        <Field label="Font">
          {({ id }) => (
            <Select
              id={id}
              value={font.value}
              placeholder="Arial"
              onChange={(next) => (font.value = next)}
              options={[
                { value: 'arial', label: 'Arial' },
                { value: 'georgia', label: 'Georgia', group: 'Serif' },
              ]}
            />
          )}
        </Field>
        <Field label="Merge field" hint="Begins with the name of the record.">
          {({ id, describedBy }) => (
            <Combobox
              id={id}
              describedBy={describedBy}
              value={path.value}
              onChange={(next) => (path.value = next)}
              suggestions={[
                { value: 'customer.first_name', label: 'First name', detail: 'Ada' },
                { value: 'customer.city', label: 'City', detail: 'London' },
              ]}
            />
          )}
        </Field>
        <Field label="Full width">
          {({ id }) => <Switch id={id} checked={isOn.value} onChange={(next) => (isOn.value = next)} />}
        </Field>
        <Field label="Source" layout="stack">
          {({ id }) => <TextArea id={id} value={source.value} onChange={(next) => (source.value = next)} />}
        </Field>
        <Button onClick={() => (source.value += `${source.value.length === 0 ? 'word '.repeat(6000) : ''}end`)}>
          Add to the source
        </Button>
        <Field label="Description" layout="stack" error="Say what the picture shows.">
          {({ id, describedBy }) => <TextArea id={id} describedBy={describedBy} value="" onChange={() => undefined} />}
        </Field>
      </section>
      <section class="gallery-card">
        <Tabs
          label="Panels"
          value={tab.value}
          onChange={(next) => (tab.value = next)}
          tabs={[
            { value: 'blocks', label: 'Blocks', icon: blocksIcon },
            { value: 'layers', label: 'Layers', icon: layersIcon },
          ]}
        >
          {tab.value === 'blocks' ? (
            <EmptyState
              icon={blocksIcon}
              title="Nothing saved yet"
              text="Select a block and choose Save to use it again."
            >
              <Button>Show me</Button>
            </EmptyState>
          ) : (
            <Tree
              label="Layers"
              items={tree}
              selected={selected.value === undefined ? [] : [selected.value]}
              closed={closed.value}
              onSelect={(id) => (selected.value = id)}
              onToggle={(id) => (closed.value = toggled(closed.value, id))}
            />
          )}
        </Tabs>
      </section>
      {isDialog.value ? (
        <Dialog
          title="Restore this version?"
          size="small"
          onClose={() => (isDialog.value = false)}
          actions={
            <>
              <Button onClick={() => (isDialog.value = false)}>Cancel</Button>
              <Button variant="primary">Restore</Button>
            </>
          }
        >
          <p>What you changed since then stays in the history.</p>
        </Dialog>
      ) : null}
      <Toasts toaster={toaster} />
      <Tooltips />
    </main>
  )
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return set.has(id) ? new Set([...set].filter((other) => other !== id)) : new Set([...set, id])
}

const { scheme = 'light', primary } = document.body.dataset
applyTheme(document.documentElement, scheme === 'dark' ? 'dark' : 'light', primary)
render(<Gallery />, document.body)
