import { batch } from '@preact/signals'
import { IconButton, SegmentedControl, Toolbar, ToolbarGap } from '../../ui/controls/index.ts'
import { desktopIcon, historyIcon, phoneIcon, settingsIcon } from '../../ui/icons/index.ts'
import { deferred } from '../startup/deferred.tsx'
import type { CommandId, Editor } from '../state/index.ts'
import { SaveStatus } from './saved-line.tsx'

const ChecksCount = deferred(async () => (await import('../checks/index.ts')).ChecksCount)

const LanguageSwitch = deferred(async () => (await import('../languages/language-switch.tsx')).LanguageSwitch)

const PublishControl = deferred(async () => (await import('../publish-dialog/index.ts')).PublishControl)

/** Undo, redo, view options and save state. */
export function Bar({ editor }: { editor: Editor }) {
  const { t } = editor.words
  const { undoLabel, redoLabel } = editor.history.value
  const isCode = editor.mode.value === 'code'
  const { features } = editor.config.customization
  const hasPreview = features.includes('preview')
  const isHistory = editor.open.value === 'versions'
  const isSettings = editor.sheet.value === 'inspector' && !isHistory
  return (
    <header class="bar" data-region="bar">
      <h1 class="svc-hidden">{t('app.title')}</h1>
      <div class="bar-start">
        <Brand editor={editor} />
        <Toolbar label={t('region.bar')}>
          <Tool
            editor={editor}
            id="undo"
            label={undoLabel === undefined ? undefined : t('command.undoWhat', { what: undoLabel })}
          />
          <Tool
            editor={editor}
            id="redo"
            label={redoLabel === undefined ? undefined : t('command.redoWhat', { what: redoLabel })}
          />
          {isCode ? null : <CanvasTools editor={editor} />}
        </Toolbar>
        {isCode ? null : <LanguageSwitch editor={editor} />}
      </div>
      <div class="bar-end">
        {editor.config.customization.checks === false ? null : <ChecksCount editor={editor} />}
        <SaveStatus editor={editor} />
        <Toolbar label={t('bar.preview')}>
          {features.includes('editor') ? (
            <span class="bar-wide">
              <Tool editor={editor} id="toggleCode" pressed={isCode} />
            </span>
          ) : null}
          <IconButton
            icon={historyIcon}
            label={t('bar.versions')}
            pressed={isHistory}
            onClick={() =>
              batch(() => {
                editor.open.value = isHistory ? undefined : 'versions'
                editor.sheet.value = undefined
              })
            }
          />
          {hasPreview ? <Tool editor={editor} id="preview" /> : null}
          <span class="bar-wide">
            <Tool editor={editor} id="shortcuts" />
          </span>
          <span class="bar-narrow">
            <IconButton
              icon={settingsIcon}
              label={t('bar.settings')}
              expanded={isSettings}
              onClick={() =>
                batch(() => {
                  if (isHistory) editor.open.value = undefined
                  editor.sheet.value = isSettings ? undefined : 'inspector'
                })
              }
            />
          </span>
        </Toolbar>
        {features.includes('publish') ? <PublishControl editor={editor} /> : null}
      </div>
    </header>
  )
}

function CanvasTools({ editor }: { editor: Editor }) {
  const { t } = editor.words
  const isDark = editor.scheme.value === 'dark'
  return (
    <>
      <ToolbarGap />
      <SegmentedControl
        label={t('bar.device')}
        value={editor.device.value}
        segments={[
          { value: 'desktop', label: t('bar.desktop'), icon: desktopIcon },
          { value: 'mobile', label: t('bar.mobile'), icon: phoneIcon },
        ]}
        onChange={(device) => (editor.device.value = device)}
      />
      <span class="bar-scheme">
        <Tool editor={editor} id="toggleScheme" label={t('bar.scheme')} pressed={isDark} />
      </span>
      <span class="bar-wide">
        <Zoom editor={editor} />
      </span>
    </>
  )
}

function Tool(props: { editor: Editor; id: CommandId; label?: string | undefined; pressed?: boolean }) {
  const { editor, id, label, pressed } = props
  const command = editor.commands.value.get(id)
  // Reserves the space of buttons whose commands are not loaded yet.
  if (command?.icon === undefined) return <span class="svc-icon-button" />
  return (
    <IconButton
      icon={command.icon}
      label={label ?? editor.words.t(command.label)}
      keys={command.keys?.[0]}
      disabled={!command.enabled(editor)}
      pressed={pressed}
      onClick={() => editor.run(id)}
    />
  )
}

function Zoom({ editor }: { editor: Editor }) {
  const percent = editor.words.number(editor.zoom.value, { style: 'percent' })
  return (
    <span class="zoom">
      <Tool editor={editor} id="zoomOut" />
      <button
        type="button"
        class="zoom-value"
        aria-label={editor.words.t('bar.zoomAt', { percent })}
        onClick={() => editor.run('zoomReset')}
      >
        {percent}
      </button>
      <Tool editor={editor} id="zoomIn" />
    </span>
  )
}

/** The logo of the host, or the product's unless branding is off. Decorative. */
function Brand({ editor }: { editor: Editor }) {
  const { logoUrl, branding } = editor.config.customization
  if (logoUrl !== undefined) return <img class="brand-logo" src={logoUrl} alt="" />
  if (!branding) return null
  return (
    <svg class="brand" viewBox="0 0 32 32" width="22" height="22" aria-hidden="true" focusable="false">
      <path class="brand-flap" d="M5 4h22a3 3 0 0 1 3 3v1.2L16 18 2 8.2V7a3 3 0 0 1 3-3z" />
      <path d="M2 11.4 16 21.2l14-9.8V25a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3z" />
    </svg>
  )
}
